from datetime import UTC, datetime, timedelta

import pyotp
from django.contrib.auth.models import User

from league.office.second_steps.codes import half_minute_of, hash_of_recovery, new_recovery_code

SECRET = "JBSWY3DPEHPK3PXP" * 2
NOW = datetime(2026, 11, 24, 19, 0, 10, tzinfo=UTC)
AT = int(NOW.timestamp()) // 30


def code_at(moment):
    return pyotp.TOTP(SECRET).at(moment)


def test_code_of_now_and_of_a_clock_half_a_minute_off_is_taken_and_none_further_off():
    taken = [half_minute_of(code_at(NOW + timedelta(seconds=off)), SECRET, NOW, 0) for off in (-60, -30, 0, 30, 60)]

    assert taken == [None, AT - 1, AT, AT + 1, None]


def test_code_is_taken_once_and_none_older_than_it():
    assert half_minute_of(code_at(NOW), SECRET, NOW, AT) is None
    assert half_minute_of(code_at(NOW - timedelta(seconds=30)), SECRET, NOW, AT) is None
    assert half_minute_of(code_at(NOW + timedelta(seconds=30)), SECRET, NOW, AT) == AT + 1


def test_code_is_read_with_spaces_and_nonsense_is_none():
    code = code_at(NOW)

    assert half_minute_of(f" {code[:3]} {code[3:]} ", SECRET, NOW, 0) == AT
    assert [half_minute_of(typed, SECRET, NOW, 0) for typed in ("", "12345", "дважды", "\0")] == [None] * 4


def test_recovery_code_is_read_in_capitals_and_without_its_lines_and_is_one_persons():
    carol, walt, code = User(pk=1), User(pk=2), new_recovery_code()

    assert hash_of_recovery(code.upper().replace("-", " "), carol) == hash_of_recovery(code, carol)
    assert hash_of_recovery(code, walt) != hash_of_recovery(code, carol)
    assert code not in hash_of_recovery(code, carol)
