import pytest

from league.office.members.matching import Known, People, plain

PEOPLE = People(
    [
        Known(1, ("Ruth Baker",), "Ruthie"),
        Known(2, ("John Smith",)),
        Known(3, ("Jon Smythe",)),
        Known(4, ("Zoë O’Neil-Hart",), "Zo"),
        Known(5, ("Marge Delgado", "Marge Peters")),
        Known(6, ("Al Cole",)),
        Known(7, ("AL COLE",)),
        Known(8, ("Walt Weber, Jr.",)),
        Known(9, ("李 小龍",)),
    ]
)


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("Ruth Baker", 1),
        ("  RUTH   baker ", 1),
        ("Baker, Ruth", 1),
        ("Zoe O'Neil Hart", 4),
        ("O’NEIL-HART, ZOË", 4),
        ("Marge Peters", 5),
        ("Walt Weber Jr", 8),
        ("李 小龍", 9),
    ],
)
def test_name_is_found_for_sure(name, who):
    assert PEOPLE.find(name).who == who


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Jon Smith", (3, 2)),
        ("Smith John", (2,)),
        ("J. Smith", (2,)),
        ("John S.", (2,)),
        ("John Q. Smith", (2,)),
        ("Ruth Bakker", (1,)),
        ("Ruthie", (1,)),
        ("Baker", (1,)),
        ("Al Cole", (6, 7)),
        ("Nobody Else", ()),
        ("A", ()),
        ("", ()),
        ("–", ()),
    ],
)
def test_all_else_is_asked_with_who_it_could_be(name, near):
    found = PEOPLE.find(name)

    assert (found.who, tuple(sorted(found.near))) == (None, tuple(sorted(near)))


def test_likeliest_comes_first():
    people = People([Known(1, ("Ruth Bakerson",)), Known(2, ("Ruth Baker",)), Known(3, ("R Baker",))])

    assert people.find("Ruth Bakr").near[0] == 2


def test_name_is_compared_without_what_people_leave_out():
    assert plain("Báker-Lee,  RUTH A.") == "ruth a baker lee"
    assert plain("Smith, John, Jr.") == "smith john jr"
