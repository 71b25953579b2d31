import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
INSTALLER = ROOT / "bin" / "install.sh"
CONTAINER = (ROOT / "Containerfile").read_text()


def installer(*options: str, there: Path = INSTALLER) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", str(there), *options], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


@pytest.fixture
def bundle(tmp_path) -> Path:
    """As one has it on a stick; nothing of it is read before it is installed."""
    (tmp_path / "install.sh").write_bytes(INSTALLER.read_bytes())
    for name in ("pinochle_club-1.9.0-py3-none-any.whl", "pinochle_club-1.10.0-py3-none-any.whl"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize("script", [INSTALLER, ROOT / "bin" / "install-packages"])
def test_scripts_can_be_read(script):
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0


def test_dry_run_says_what_would_be_done(bundle, tmp_path):
    before = sorted(tmp_path.iterdir())
    done = installer("--dry-run", there=bundle / "install.sh")

    assert done.returncode == 0, done.stderr
    assert f"from {bundle}:\n" in done.stdout
    assert "  ln -sfn versions/1.10.0 /opt/pinochle-club/current\n" in done.stdout
    assert f"pip install --quiet --disable-pip-version-check --no-index -f {bundle} " in done.stdout
    assert done.stdout.endswith(f"  /usr/local/bin/pinochle-club service install --update-from {bundle}\n")
    assert sorted(tmp_path.iterdir()) == before


def test_without_a_wheel_beside_it_asks_for_the_whole_folder(tmp_path):
    done = installer("--dry-run", "--only-program", str(tmp_path / "club"))

    assert done.returncode == 1
    assert "Copy the whole folder" in done.stderr
    assert not (tmp_path / "club").exists()


def test_who_does_not_say_yes_changes_nothing(bundle, tmp_path):
    done = installer("--only-program", str(tmp_path / "club"), there=bundle / "install.sh")

    assert (done.returncode, done.stderr) == (1, "Nothing was changed.\n")
    assert not (tmp_path / "club").exists()


def test_a_folder_that_was_not_copied_whole_is_refused(bundle):
    (bundle / "SHA256SUMS").write_text(f"{'0' * 64}  pinochle_club-1.10.0-py3-none-any.whl\n")
    done = installer("--dry-run", there=bundle / "install.sh")

    assert done.returncode == 1
    assert "Some files here aren't whole." in done.stderr


def test_a_program_that_is_there_is_updated(bundle, tmp_path):
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "current").symlink_to("versions/1.0.0")
    (tmp_path / "club" / "versions" / "1.0.0").mkdir(parents=True)
    done = installer("--yes", "--only-program", str(tmp_path / "club"), there=bundle / "install.sh")

    assert done.stderr == (
        f"The program is here already. To go on to a newer version: sudo pinochle-club update --from {bundle}\n"
    )


def test_container_runs_as_nobody_special_and_keeps_the_club_outside():
    said = dict(re.findall(r"^(USER|VOLUME|EXPOSE|ENTRYPOINT|CMD) (.+)$", CONTAINER, re.MULTILINE))

    assert said == {
        "USER": "800", "VOLUME": "/state", "EXPOSE": "8000", "ENTRYPOINT": '["pinochle-club"]', "CMD": '["serve"]'
    }  # fmt: skip
    assert re.search(r"HEALTHCHECK.*\\\n.*:8000/health", CONTAINER)
    assert "STATE_DIR=/state" in CONTAINER
    assert len(set(re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE))) == 1


def test_container_is_made_of_what_is_there():
    ignored = (ROOT / ".dockerignore").read_text().split()
    copied = [
        word for line in re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINER, re.MULTILINE) for word in line.split()
    ]
    kept = [word.removeprefix("!") for word in ignored if word.startswith("!")]

    assert all(word == "." or list(ROOT.glob(word)) for word in (*copied, *kept))
    assert ignored[0] == "**"  # no records, no keys, no environment of whoever builds it
