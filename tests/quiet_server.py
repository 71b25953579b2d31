"""The club as `make run` serves it, without the worker beside it, which prints and plays ahead whenever a processor is
free: that would cost more than what is tried on the server. Every game is dealt the same cards and bots: in one of ten
hands of two friends nobody is asked for a card, and then there is nothing to try."""

if __name__ == "__main__":  # a pool's process reads this file, too, and needs nothing of the club
    from types import SimpleNamespace
    from unittest.mock import patch

    import django

    django.setup()  # what deals asks for the models
    from pinochle_club.server import run, worker
    from scoring.play import games

    CARDS = 20
    drawn = SimpleNamespace(randbits=lambda size: CARDS, token_hex=lambda size: str(CARDS))

    with patch.object(worker, "start_beside"), patch.object(games, "secrets", drawn):
        run.main()
