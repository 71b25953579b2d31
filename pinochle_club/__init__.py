"""The wiring of the club's server: settings, addresses, logs, starting it. No card is played here.

`ground` is what everything stands on, `server` runs the club on a computer, and the modules beside them are the roof,
which wires all together and which nothing imports but the server's start.

Pages send no referrer, so browsers send `Origin: null` with our own plain forms: the CSRF middleware leaves those to
the token. What another site made a browser ask for is not sent compressed, since its length would tell of the secrets
in it (`middleware`).
"""

__version__ = "1.6.0"
