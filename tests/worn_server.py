"""The club as `make run` serves it, by processes that are renewed after a few requests, each with a pool that is at
work for longer than gunicorn waits for one that shows no sign of life."""

import time
from concurrent.futures import Executor

from pinochle_club.ground.background import low_priority_pool
from pinochle_club.server import gunicorn_config, run

MOST = 15
at_work: list[Executor] = []


def work_apart(worker: object) -> None:
    at_work.append(low_priority_pool())
    at_work[0].submit(time.sleep, 120)


if __name__ == "__main__":
    gunicorn_config.max_requests, gunicorn_config.max_requests_jitter = MOST, 0
    gunicorn_config.post_worker_init = work_apart
    run.main()
