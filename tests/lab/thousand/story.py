"""The club that a thousand are made from: the demo's card party, with two seasons of eighteen nights each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from league.management.clubs import ST_HILARY, ClubStory, Evening, came
from league.management.moving import Story
from league.management.telling import tell
from league.outside.archive.writing import write_archive
from pinochle_club.server.new_database import make_tables

NIGHTS: Final = 36
FIRST: Final = date(2015, 1, 6)
MEMBERS: Final = len(ST_HILARY.members)


def story(nights: int = NIGHTS) -> ClubStory:
    """Five tables come to each night, of twenty to twenty-two people."""
    evenings = [
        Evening(FIRST + timedelta(weeks=night), came(night, MEMBERS, (2, 1, 0, 2)), rounds=4) for night in range(nights)
    ]
    ahead = Evening(FIRST + timedelta(weeks=nights), tuple(range(MEMBERS)), rounds=0)
    one, other = (replace(each, later={}, adjusted=None) for each in ST_HILARY.seasons)
    half = nights // 2
    seasons = (replace(one, first=1, last=half), replace(other, first=half + 1, last=None))
    return replace(ST_HILARY, key="thousand", evenings=(*evenings, ahead), seasons=seasons)


def told(folder: Path, nights: int = NIGHTS) -> tuple[Path, Story]:
    """The club as an archive in `folder`, told once, in a SQLite of its own: bots play every hand, which takes
    minutes."""
    file, times = _files(folder, nights)
    if not times.exists():
        own = {**os.environ, "DATABASE_URL": "", "STATE_DIR": str(folder / "telling")}
        words = ["-m", "tests.lab.thousand", "tell", "--folder", str(folder), "--nights", str(nights)]
        subprocess.run([sys.executable, *words], env=own, check=True)
    kept = json.loads(times.read_text())
    read = {name: datetime.fromisoformat(at) for name, at in kept.items() if at}
    return file, Story(read["until"], read["ahead"], read.get("live_since"))


def tell_all(folder: Path, nights: int) -> None:
    """Tell it in an empty database, and write it down."""
    make_tables()
    club, moments = tell(story(nights))
    file, times = _files(folder, nights)
    with file.open("wb") as out:
        write_archive(club, out)
    times.write_text(json.dumps({name: at.isoformat() if at else None for name, at in asdict(moments).items()}))


def _files(folder: Path, nights: int) -> tuple[Path, Path]:
    return folder / f"club-{nights}.zip", folder / f"club-{nights}.json"
