"""The club on a system that is not Linux: one process serves, and what only Linux has is taken away from it and from
all that it starts. So it stays possible to run it on Windows and macOS, where nobody of us does."""

from contextlib import ExitStack

from tests.club_server import ClubServer
from tests.tablet import Tablet

MODULES = ("fcntl", "grp", "gunicorn", "pwd", "resource")
NAMES = {
    "os": ("fork", "nice", "sched_setscheduler"),
    "select": ("poll", "epoll"),
    "signal": ("setitimer", "SIGPROF"),
}
# Python runs a module of this name before anything else.
TAKES_AWAY = f"""
import os, select, signal, sys

for name in {MODULES}:
    sys.modules[name] = None
for module, names in {NAMES}.items():
    for name in names:
        delattr(sys.modules[module], name)
"""


def test_club_is_served_by_one_process_where_there_is_nothing_but_python(tmp_path):
    without, state_dir = tmp_path / "without", tmp_path / "state"
    without.mkdir()
    state_dir.mkdir()
    (without / "sitecustomize.py").write_text(TAKES_AWAY)

    club = ClubServer(state_dir, PYTHONPATH=str(without))
    with ExitStack() as after:
        after.callback(club.kill)
        club.start()
        tablet = Tablet(club.url)
        card = tablet.begin("st-hilary")
        for typed in (
            {"first_dealer": "N"},
            {"dealer": "N", "bidder": "N", "bid": 25, "trump": "H"},
            {"meld_NS": 12, "meld_EW": 4},
            {"take_NS": 16, "take_EW": 9},
        ):
            answer = tablet.save(tablet.open(card), **typed)
            assert answer.is_saved, answer.told
        totals = tablet.open(card).totals
        assert club.workers() == []
        assert club.stop() == 0

    assert list(totals.values()) == [28, 13]
    assert "Traceback" not in club.log.read_text()
