import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ImproperlyConfigured

from pinochle_club.server import secret_key


def test_key_is_made_once_and_readable_by_its_owner_only(tmp_path):
    path = tmp_path / "var" / "secret_key"

    key = secret_key.read_or_make(path)

    assert len(key) > 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert secret_key.read_or_make(path) == key
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_workers_that_start_together_get_the_same_key(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: secret_key.read_or_make(tmp_path / "secret_key"), range(64)))

    assert len(keys) == 1


def test_key_that_a_backup_left_open_is_closed_again(tmp_path):
    path = tmp_path / "secret_key"
    secret_key.read_or_make(path)
    path.chmod(0o644)

    secret_key.read_or_make(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"\0" * 87, b"abc\n", b"\xff" * 87])
def test_file_without_a_key_is_refused(tmp_path, content):
    path = tmp_path / "secret_key"
    path.write_bytes(content)

    with pytest.raises(ImproperlyConfigured, match="does not contain a secret key"):
        secret_key.read_or_make(path)
