"""A run of the tests leaves nothing behind, neither what left its group nor what will not close when asked."""

import subprocess
import sys

import pytest

RUN = """
import subprocess
from tests.processes import adopt_orphans, descendants, end_descendants
adopt_orphans()
subprocess.run(["bash", "-c", "setsid sleep 60 & trap '' TERM; sleep 60 & exit"])
assert len(descendants()) == 2
end_descendants(patience=0.5)
assert descendants() == []
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system for what only Linux does")
def test_run_ends_what_its_tests_left_behind():
    subprocess.run([sys.executable, "-c", RUN], check=True, timeout=60)
