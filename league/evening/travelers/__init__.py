"""Duplicate: what each board came to at every table, and what that came to for everybody, on pages, paper and files.

A *traveler* is the list of what all tables made of one board. A percentage opens to its boards, a board to its
traveler, a line of it to the table's card.

`records` are all boards of an evening with their hands, for nobody before its cards are open: papers, `files` and other
programs tell what stands there. `at_home` tells play what an evening's tables made of its boards, once the event is
final; `expert` is what Experts make of each, which the worker has played when the event is closed.
"""
