"""The wiring of the club's server: settings, addresses, logs, starting it. No card is played here.

It is the roof, which wires all together and which nothing imports; Django finds it by its settings.

Pages send no referrer, so browsers send `Origin: null` with our own plain forms: the CSRF middleware leaves those to
the token. What another site made a browser ask for is not sent compressed, since its length would tell of the secrets
in it (`middleware`).
"""

from pinochle_club.ground import __version__ as __version__
