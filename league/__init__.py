"""What a club needs around the card tables. Knows the score card; nothing of `scoring` knows this.

One Django app and one chain of migrations, in four wings on a ground that all share. From the ground up; each imports
only those before it, and so do the rooms that each wing lists (`tests/test_architecture.py` reads the lists):

    models      what is kept
    words       how dates, money and counts are written
    acting      how anything is done, and by whom: deeds, taps, form pages, the log, submissions, permissions, addresses
    office      who belongs to a club, and what it plays by
    evening     an evening: everything around its tables, from the seating to what they came to
    season      what evenings come to together, and what a club tells and remembers of them
    outside     what leaves the club
    management  the demo: three clubs as archives, and the stories of which bots told them through the same deeds

One package a noun, and in each, as far as it has something to say: `deeds` (the only writers), `forms`, `pages` (every
string of a page, no queries), `listings`, `pdfs`, `views`, `urls`; a file that crowds becomes a folder. A module with a
name of its own is read or worked out, and comes before all of these. Templates, style sheets and tests lie in folders
of the same names.
"""
