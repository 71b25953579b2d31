"""A club that a visitor starts by themselves, where the host lets them (`FOUNDING`).

Nothing is made before a code from a mail shows that the address is theirs. The club works at once, but is nobody else's
to see until the host lets it in (`asked`) or its first evening is closed (`open`). What its admin tries in an example
evening lies in a club of its own, so that nothing of it counts anywhere."""
