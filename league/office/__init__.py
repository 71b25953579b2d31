"""The office: who belongs to a club, and what it plays by.

Its rooms, each of which imports only those before it:

    accounts     signing in, passwords, wrong ones counted
    clubs        clubs, roles, one-time links, help, the line of places on top
    members      members, their categories and accounts, pairs, lists to import and export
    house_rules  drafts, versions, comparison
"""
