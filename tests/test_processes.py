"""Nothing outlives the tests: neither a server whose test was killed, nor what that server had started."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs Linux")

KILLED_TEST = """
import os, signal, subprocess
from tests.processes import ending_with_us
server = subprocess.Popen(ending_with_us(["sleep", "60"]), start_new_session=True)
print(server.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
TIDY_RUN = """
import subprocess
from tests.processes import adopt_orphans, descendants, end_descendants
adopt_orphans()
subprocess.run(["bash", "-c", "setsid sleep 60 & trap '' TERM; sleep 60 & exit"])
assert len(descendants()) == 2
end_descendants()
assert descendants() == []
"""


def test_server_ends_with_the_test_that_was_killed():
    killed = subprocess.run([sys.executable, "-c", KILLED_TEST], capture_output=True, text=True, check=False)

    end = time.monotonic() + 20
    while is_there(int(killed.stdout)):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_run_ends_what_its_tests_left_behind():
    subprocess.run([sys.executable, "-c", TIDY_RUN], check=True, timeout=60)


def is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
