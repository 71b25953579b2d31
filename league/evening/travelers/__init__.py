"""Duplicate: what each board came to at every table, and what that came to for everybody, on pages, paper and files.

A *traveler* is the list of what all tables made of one board. A percentage opens to its boards, a board to its
traveler, a line of it to the table's card.
"""
