"""The office: who belongs to a club, and what it plays by.

Its rooms, each of which imports only those before it:

    accounts      signing in, passwords, wrong ones counted, where one is signed in, the password asked again
    second_steps  passkeys, codes of an app, recovery codes: the step after the password
    clubs         clubs, roles, one-time links, help, the line of places on top
    mailed        codes and links by mail, and signing in by one
    members       members, their categories and accounts, pairs, lists to import and export
    house_rules   drafts, versions, comparison
    hosting       clubs as the host of a server sees them: sizes, rest, news, their end, and a club's own log
    founding      a club started by a visitor, let in by the host; its example evening
"""
