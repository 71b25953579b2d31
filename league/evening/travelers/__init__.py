"""Duplicate: what each board came to at every table, and what that came to for everybody, on pages, paper and files.

A *traveler* is the list of what all tables made of one board. A percentage opens to its boards, a board to its
traveler, a line of it to the table's card.

Places are those of `cards.standings`, which goes by boards at a duplicate, so that every screen, paper and prize has
them. Here are the pages behind them (`reading`): every board (`boards_page`), one at every table, with how each share
came about (`board_page`), and all boards of one player with the best and the worst (`player_page`). They are worked out
once for everybody, from rounds that are over; who may see which board is asked of `boards.secrecy` at each look. Bots
stand on travelers alone, in a line of their own, and are never ranked.

`records` are all boards of an evening with their hands, for nobody before its cards are open: papers, `files` and other
programs tell what stands there. `at_home` tells play what an evening's tables made of its boards, once the event is
final; `expert` is what Experts make of each, which the worker has played when the event is closed.
"""
