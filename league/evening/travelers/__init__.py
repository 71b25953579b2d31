"""Results of duplicate boards, on pages, paper and files.

A *traveler* lists what all tables made of one board. A percentage opens to its boards, a board to its traveler, a line
of it to the table's card.

Places are those of `cards.standings`, so every screen, paper and prize has the same. Here are the pages behind them
(`reading`): all boards (`boards_page`), one board (`board_page`), a player's boards (`player_page`). They are worked
out once for everybody from rounds that are over; `boards.secrecy` is asked at each look who may see which. Bots have a
line of their own on travelers, and no rank.

`records` are an evening's boards with hands, once the cards are open, for papers, `files` and other programs. `at_home`
gives play the boards of a final event; `expert` is Experts' result on each, played by the worker once the event is
closed.
"""
