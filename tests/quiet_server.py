"""The club as `make run` serves it, without what is done ahead: by the worker beside it, which prints and plays when a
processor is free, and by each process that serves, which learns what melds come to. That would cost more than what is
tried on the server. Those who try the worker ask for it: WITH_WORKER=1. Every game is dealt the same cards and bots: in
one of ten hands of two friends nobody is asked for a card, and then there is nothing to try."""

if __name__ == "__main__":  # a pool's process reads this file, too, and needs nothing of the club
    import os
    from contextlib import nullcontext
    from types import SimpleNamespace
    from unittest.mock import patch

    import django

    django.setup()  # what deals asks for the models
    from pinochle_club.server import run, worker
    from scoring.play import games

    CARDS = 20
    drawn = SimpleNamespace(randbits=lambda size: CARDS, token_hex=lambda size: str(CARDS))
    alone = nullcontext() if "WITH_WORKER" in os.environ else patch.object(worker, "start_beside")
    with alone, patch("scoring.rules.meld_totals.warm"), patch.object(games, "secrets", drawn):
        run.main()
