"""Makes the archives of the demo's clubs from their stories."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import asdict
from typing import Final

from django.contrib.auth.models import User

from league.acting.log import Refused
from league.models import Club
from league.office.clubs.deeds.clubs import delete_club
from league.outside.archive.writing import write_archive

from .clubs import MAIL_DOMAIN, ClubStory
from .demo import FOLDER, TOLD
from .telling import tell

EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # of a file in a zip, so that the same archive is the same file


def build_archive(story: ClubStory) -> int:
    """Tell the story in this database, which must be empty, and keep the club as an archive; its size in bytes."""
    if Club.objects.exists():
        raise Refused("There are clubs in this database. Stories are told in an empty one.")
    club, times = tell(story)
    out = io.BytesIO()
    write_archive(club, out)
    delete_club(club=club, name=club.name)
    User.objects.filter(email__endswith=MAIL_DOMAIN).delete()
    file = FOLDER / f"{story.key}.zip"
    file.write_bytes(_without_times(out))
    known = json.loads((FOLDER / TOLD).read_text()) if (FOLDER / TOLD).exists() else {}
    known[story.key] = {
        "story": digest_of(story),
        **{name: at.isoformat() if at else None for name, at in asdict(times).items()},
    }
    (FOLDER / TOLD).write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
    return file.stat().st_size


def digest_of(story: ClubStory) -> str:
    """A digest that finds out an archive made of another story."""
    return hashlib.sha256(repr(story).encode()).hexdigest()


def _without_times(archive: io.BytesIO) -> bytes:
    """The same zip, packed as small as it goes, without the times of its files."""
    out = io.BytesIO()
    with zipfile.ZipFile(archive) as made, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as again:
        for name in made.namelist():
            again.writestr(zipfile.ZipInfo(name, EARLIEST), made.read(name), zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()
