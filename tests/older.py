"""The program as an earlier revision had it, in a folder of its own: from the history, where this copy has one."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.club_server import ROOT
from tests.migrations.test_two_steps import version_before


def release_before() -> str:
    """The revision that kept what the release before this one writes; empty where the history doesn't reach it."""
    kept = f"tests/migrations/versions/{version_before()}.sql.gz"
    return _git("log", "--diff-filter=A", "--format=%H", "-1", "--", kept).decode().strip()


def archived(revision: str, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xC", folder], input=_git("archive", revision), check=True)
    return folder


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout
