"""The club as `make run` serves it, without what is done ahead: by the worker beside it, which prints, counts and plays
when a processor is free, and by each process that serves, which learns what melds come to. That would cost more than
what is tried on the server, and the more the longer a busy machine takes. Those who try the worker ask for it:
WITH_WORKER=1. Every game is dealt the same cards and bots: in one of ten hands of two friends nobody is asked for a
card, and then there is nothing to try."""

if __name__ == "__main__":  # a pool's process reads this file, too, and needs nothing of the club
    import os
    import sys
    from types import SimpleNamespace
    from unittest.mock import patch

    import django
    from django.core.management import call_command

    django.setup()  # what deals asks for the models
    from pinochle_club.server import run, worker
    from scoring.play import games, jobs

    CARDS = 20
    WORKER = "tests.quiet_server", "worker"
    drawn = SimpleNamespace(randbits=lambda size: CARDS, token_hex=lambda size: str(CARDS))
    start_beside = worker.start_beside

    def quietly(server: int, *command: str) -> object:
        if command != ("django", "worker"):
            return start_beside(server, *command)
        return start_beside(server, *WORKER) if "WITH_WORKER" in os.environ else None

    with (
        patch.object(worker, "start_beside", quietly),
        patch("scoring.rules.meld_totals.warm"),
        patch.object(games, "secrets", drawn),
        patch("scoring.score_card.pdfs.sheets_ahead", lambda: iter(())),
        patch.object(jobs, "next_sheet", lambda: None),
        patch.object(jobs, "books_without_rarity", lambda: iter(())),
    ):
        call_command("worker") if sys.argv[1:] == ["worker"] else run.main()
