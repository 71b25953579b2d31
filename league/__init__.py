"""What a club needs around the card tables. Knows the score card; nothing of `scoring` knows this.

One package a noun; whatever belongs to it lies there. From the ground up, and imported in this order alone:
`models` (what is kept) → `acting` (how anything is done, and by whom) → `accounts` → `clubs` → `members` →
`house_rules` → `cards` (what tables entered comes to) → `clock` → `seating` → `tables` → `check_in` → `judging` →
`rounds` → `board` → `paper` → `events`. In each, as far as it has something to say: `deeds` (the only writers),
`forms`, `pages` (every string, no queries), `listings`, `pdfs`, `views`, `urls`; what has a name of its own is read
or worked out, and written by nobody.
"""
