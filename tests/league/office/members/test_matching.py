import pytest

from league.office.members.matching import Known, Match, People, is_slip, plain

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
        ("John S.", (2, 3)),
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


CLUB = People(
    [
        Known(1, ("Ruth Abernathy",), "Ruth A."),
        Known(2, ("William Novak",)),
        Known(3, ("Margaret Delgado",)),
        Known(4, ("Francis Miller",)),
        Known(5, ("Patrick Shea",)),
        Known(6, ("Patricia Shea",)),
        Known(7, ("Ron Baker",)),
        Known(8, ("Rose Baker",)),
        Known(9, ("Joan Pruitt",)),
        Known(10, ("Walt Weber, Sr.",)),
        Known(11, ("Marie Hansen",)),
        Known(12, ("Carl Hanson",)),
        Known(13, ("John Quincy Adams",)),
    ]
)


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("Abernathy Ruth", 1), ("Ruth A.", 1), ("R. Abernathy", 1), ("Ruth Q. Abernathy", 1), ("Ruth Abernethy", 1),
        ("Ruth Abrenathy", 1), ("Ruth Abernath", 1), ("Ruth Abernathyy", 1), ("Ruthie Abernathy", 1), ("Bill Novak", 2),
        ("Will Novak", 2), ("Wiliam Novak", 2), ("Peg Delgado", 3), ("Rosie Baker", 8), ("J. Adams", 13),
        ("John Q. Adams", 13), ("John Adams", 13), ("Joan Pruit", 9),
        ("RuthAbernathy", 1), ("RuthmAbernathy", 1), ("Wlliam Novak", 2),
    ],
)  # fmt: skip
def test_name_that_differs_in_one_thing_is_clear(name, who):
    found = CLUB.find(name)

    assert (found.who, found.near[0], found.is_clear) == (None, who, True)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Frances Miller", [4]),  # another name, not a slip
        ("Pat Shea", [5, 6]),
        ("R. Baker", [7, 8]),
        ("Jean Pruitt", [9]),  # too short to be sure
        ("Walt Weber", [10]),  # the father or the son
        ("Marie Hanson", [11]),  # somebody else is called so
        ("Abernathy", [1]),
        ("R. Abernethy", [1]),  # two things at once
        ("John R. Adams", [13]),
        ("Delgado", [3]),
        ("Tuth Abernathy", [1]),
        ("B. Novak", [2]),  # perhaps as Bill
        ("Maggis Delgado", [3]),  # Maggie, perhaps
        ("Walt Weber Srr", [10]),
    ],
)
def test_name_that_could_be_somebody_else_is_not_clear(name, near):
    found = CLUB.find(name)

    assert (found.who, list(found.near), found.is_clear) == (None, near, False)


@pytest.mark.parametrize("name", ["Walt Weber, Jr.", "Seth Abernathy", "Total"])
def test_name_of_somebody_else_is_near_nobody(name):
    assert CLUB.find(name) == Match(None)


def test_same_words_in_another_order_or_together_are_nearer_than_any_slip():
    people = People([Known(1, ("John Smith",)), Known(2, ("Jon Smith",))])

    found = [people.find(name) for name in ("JohnSmith", "Smith  John")]
    assert [(one.near[0], one.is_clear) for one in found] == [(1, True)] * 2
    assert not people.find("Jonn Smith").is_clear


def test_who_cannot_be_meant_is_not_offered_and_leaves_a_doubt():
    assert CLUB.find("Peg Delgado", impossible={3}) == Match(None)
    assert CLUB.find("R. Baker", impossible={7}) == Match(None, (8,))


def test_somebody_who_is_added_is_found():
    people = People([Known(1, ("Ruth Baker",))])
    people.add(Known(-1, ("Gus Gunderson",)))

    assert people.find("Gus Gunderson").who == -1
    assert people.find("Gus Gundersen") == Match(None, (-1,), is_clear=True)
    assert people.find("Gunderson", impossible={-1}) == Match(None)


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("baker", "bakker", True), ("baker", "bake", True), ("baker", "bakre", True), ("baker", "bater", True),
        ("baker", "bakery", True), ("baker", "aker", True), ("baker", "taker", True), ("baker", "bakarey", False),
        ("baker", "bkear", False), ("jon", "john", True), ("j", "jo", False),
        ("joan", "jean", True), ("baker", "batre", False),
    ],
)  # fmt: skip
def test_one_slip_of_the_pen(one, other, is_one):
    assert is_slip(one, other) == is_slip(other, one) == is_one


def test_likeliest_comes_first():
    people = People([Known(1, ("Ruth Bakerson",)), Known(2, ("Ruth Baker",)), Known(3, ("R Baker",))])

    assert people.find("Ruth Bakr").near[0] == 2


def test_name_is_compared_without_what_people_leave_out():
    assert plain("Báker-Lee,  RUTH A.") == "ruth a baker lee"
    assert plain("Smith, John, Jr.") == "smith john jr"
