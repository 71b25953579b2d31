"""What a planted fault looks like."""

import pytest

from tests.planting import changes


@pytest.mark.parametrize(
    ("name", "text", "planted"),
    [
        ("a.py", "x = a < b", ["x = a <= b", "x = a > b"]),
        ("a.py", "x = é  is  not b", ["x = é  is b"]),
        ("a.py", "x = (a) - (b)", ["x = (a) + (b)"]),
        ("a.py", "x = 'é' + b", []),
        ("a.py", "x = not a", ["x = a"]),
        ("a.py", "x = f(a, 2, on=True)", ["x = f(a, 2, on=False)", "x = f(a, 3, on=True)"]),
        ("a.py", "if a:\n    pass", ["if not (a):\n    pass"]),
        ("a.py", "for a in b:\n    pass", ["for a in ():\n    pass"]),
        ("a.py", "x = a and b and c", ["x = a or b and c"]),
        ("a.py", "assert a < b", []),
        ("a.py", "@dataclass(frozen=True)\nclass A:\n    b: C[1]", []),
        ("a.js", "if (a === b && !c) d(12); // e < f", ["!==", "||", "13"]),
        ("a.html", "{% if not a %}{% elif b and c %}{{ d }}", ["{% if a %}", "{% elif b or c %}"]),
    ],
)
def test_each_kind_of_fault_is_planted(name, text, planted):
    found = [change.applied(text) for change in changes(name, text)]

    assert len(found) == len(planted)
    for expected in planted:
        assert [text for text in found if expected in text] != [], expected
