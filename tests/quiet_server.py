"""The club as `make run` serves it, without what is done ahead: by the worker beside it, which prints and plays when a
processor is free, and by each process that serves, which learns what melds come to. That would cost more than what is
tried on the server."""

if __name__ == "__main__":  # a pool's process reads this file, too, and needs nothing of the club
    from unittest.mock import patch

    from pinochle_club.server import run, worker

    with patch.object(worker, "start_beside"), patch("scoring.rules.meld_totals.warm"):
        run.main()
