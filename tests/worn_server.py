"""The club as `make run` serves it, by processes that are renewed after a few requests, the first of them each with a
pool that is at work for longer than gunicorn waits for one that shows no sign of life."""

import time
from concurrent.futures import Executor
from typing import Any
from unittest.mock import patch

MOST = 6
at_work: list[Executor] = []


def work_apart(worker: Any) -> None:
    from pinochle_club.ground.background import low_priority_pool

    if worker.age <= worker.cfg.workers:
        at_work.append(low_priority_pool())
        at_work[0].submit(time.sleep, 120)


if __name__ == "__main__":  # a pool's process reads this file, too, and needs nothing of the club
    from pinochle_club.server import gunicorn_config, run, worker

    gunicorn_config.max_requests, gunicorn_config.max_requests_jitter = MOST, 0
    gunicorn_config.post_worker_init = work_apart
    with patch.object(worker, "start_beside"):  # which would take as long as all the rest
        run.main()
