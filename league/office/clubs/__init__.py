"""Clubs, the roles in them, the links by which people get one, and the line of places on top of every page.

A link that works once gives no more than its maker could give on the day it is used. A helper with one for an evening
directs that event until it is final, at its own addresses alone (`Role.kind_in`); in the club the account stays what it
was. An account is a member's by its role (`Role.member`, one a member).
"""
