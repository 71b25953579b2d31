"""The wiring of the club's server: settings, addresses, logs, starting it. No card is played here.

`ground` is what everything stands on, `server` runs the club on a computer, and the modules beside them are the roof,
which wires all together and which nothing imports but the server's start.
"""

__version__ = "1.6.0"
