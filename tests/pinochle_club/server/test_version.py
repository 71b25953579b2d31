"""One version is said everywhere: that of `pinochle_club.__version__`."""

import io
import json
import zipfile

import pytest
from django.test import Client

from league.outside.archive.writing import write_archive
from pinochle_club.ground import __version__, typesetting
from pinochle_club.program import command, where
from pinochle_club.server import backups, examining, health, restoring
from tests.league.makers import make_club, make_user
from tests.scoring.score_card.pdf_reading import read


@pytest.mark.django_db
def test_pages_and_programs_that_ask_are_told_the_version():
    club, client = make_club(), Client()
    client.force_login(make_user(club, "admin"))

    for page in ("settings/", "help/"):
        assert f"Version {__version__} of the program." in client.get(f"/clubs/{club.slug}/{page}").content.decode()
    assert client.get("/health").json()["version"] == __version__
    assert client.get(f"/clubs/{club.slug}/api/openapi.json").json()["info"]["version"] == __version__
    line = health._version()
    assert line is not None
    assert f"{__version__} (" in line.told


@pytest.mark.django_db
def test_what_a_club_takes_away_has_the_version_in_it():
    out = io.BytesIO()
    write_archive(make_club(), out)

    manifest = json.loads(zipfile.ZipFile(out).read("manifest.json"))
    assert manifest["program"]["version"] == __version__
    paper = read(typesetting.pdf_of("<html lang=en><title>One page</title><p>25 hearts"))
    assert paper.metadata is not None
    assert paper.metadata.creator == f"pinochle-club {__version__}"


def test_copies_are_listed_with_the_version_that_made_them(own_database):
    examining.keep_version()

    assert restoring.what_is_in(backups.copy_database()).endswith(f"version {__version__}")


def test_who_types_is_told_the_version(capsys):
    with pytest.raises(SystemExit):
        command.main(["--version"])

    assert capsys.readouterr().out == f"pinochle-club {__version__}\n"
    assert __version__ in next(where.lines())
