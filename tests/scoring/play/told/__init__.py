"""Deals told as text, and read back: `writing` and `reading` are inverses, so a text tells all that a deal is.

`tests/transcripts` tells one deal of each rule book, played by plain players; `python -m tests.scoring.play.told`
writes them anew after a change that is meant to change how deals go or read. Look at the difference.
"""
