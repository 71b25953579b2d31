"""The second step of signing in: a passkey, the code of an authenticator app, or a recovery code.

Passkeys need https under a name; an app's code needs only two clocks that agree. Every way in asks for it, one-time
links too. Where the club asks for it, those who run it set it up when they next sign in.

django-allauth 65.22.1 (`mfa`) was tried in its place, in a project of its own with a tolerance of half a minute, and
not taken: an app's code was taken a second time by another process (it is marked as used in Django's cache, and ours is
a process's own), the code of half a minute before was taken after it, and an account had one app at most. Recovery
codes came back from the database alone: what is kept is their seed, not a hash. By reading: sealed with the server's
key, as its adapter may, they would be lost with that key, as ours are not; nothing compares a passkey's count; its list
of sessions (`usersessions`) keeps addresses.
"""
