"""The wiring of the club's server: settings, addresses, logs, starting it. No card is played here."""
