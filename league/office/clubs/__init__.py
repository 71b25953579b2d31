"""Clubs, the roles in them, one-time links, and the line of places on top. A link gives no more than its maker could
give on the day it is used. A helper for an evening directs that event until it is final."""
