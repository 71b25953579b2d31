"""The club as `make run` serves it, without the worker beside it, which prints and plays ahead whenever a processor is
free: that would cost more than what is tried on the server."""

if __name__ == "__main__":  # a pool's process reads this file, too, and needs nothing of the club
    from unittest.mock import patch

    from pinochle_club.server import run, worker

    with patch.object(worker, "start_beside"):
        run.main()
