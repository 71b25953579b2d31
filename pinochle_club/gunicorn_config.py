"""How gunicorn serves the club; `make run` adds the address to listen on."""

import os

# Threads, not sync workers: browsers open connections ahead of time and say nothing on them for a while. Two such
# silent connections stopped two sync workers for 30 seconds; a threaded worker answers others meanwhile.
worker_class = "gthread"
threads = 8
workers = int(os.environ.get("WORKERS") or min(3, max(2, os.cpu_count() or 1)))
timeout = 30
graceful_timeout = 10
max_requests = 5000  # a fresh worker now and then: printing PDFs leaves memory behind
max_requests_jitter = 500
control_socket_disable = True  # it would lie in the home directory, one for all clubs of the machine
accesslog = None  # who asked for which secret address is nobody's business
errorlog = "-"
loglevel = "warning"
logger_class = "pinochle_club.logs.GunicornLogger"
