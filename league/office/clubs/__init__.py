"""Clubs, the roles in them, the links by which people get one, and the line of places on top of every page.

A one-time link gives no more than its maker could give on the day it is used. A helper for an evening directs that
event until it is final, at its own addresses alone (`Role.kind_in`).
"""
