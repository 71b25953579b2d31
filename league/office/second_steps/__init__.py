"""The second step of signing in: a passkey, the code of an authenticator app, or a recovery code.

Passkeys need a page of https under a name; where the hall has neither, an app's code takes their place, which needs no
internet, only two clocks that agree. An account that has a second step is asked for it by every way in, one-time links
too. It is offered to those who run a club, and where the club asks for it they set it up when they next sign in.
"""
