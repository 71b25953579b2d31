import stat

import pytest

from pinochle_club.ground.private_files import keep_to_owner


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o600, 0o600), (0o755, 0o700), (0o1777, 0o1777)])
def test_others_look_in_no_more_unless_it_is_for_all(tmp_path, before, after):
    path = tmp_path / "state"
    path.mkdir()
    path.chmod(before)

    keep_to_owner(path)

    assert stat.S_IMODE(path.stat().st_mode) == after


def test_what_is_not_there_is_not_made(tmp_path):
    keep_to_owner(tmp_path / "club.sqlite3")

    assert list(tmp_path.iterdir()) == []
