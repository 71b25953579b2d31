"""The second step of signing in: a passkey, the code of an authenticator app, or a recovery code.

Passkeys need a page of https under a name; where the hall has neither, an app's code takes their place, which needs no
internet, only two clocks that agree. An account with a second step is asked for it by every way in, one-time links too.
It is offered to those who run a club; where the club asks for it they set it up when they next sign in.

django-allauth 65.22.1 (`mfa`) was tried in its place, in a project of its own with a tolerance of half a minute, and
not taken: an app's code was taken a second time by another process (it is marked as used in Django's cache, and ours is
a process's own), the code of half a minute before was taken after it, and an account had one app at most. Recovery
codes came back from the database alone: what is kept is their seed, not a hash. By reading: sealed with the server's
key, as its adapter may, they would be lost with that key, as ours are not; nothing compares a passkey's count; its list
of sessions (`usersessions`) keeps addresses.
"""
