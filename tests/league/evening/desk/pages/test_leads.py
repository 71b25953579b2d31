"""Every kind of line leads somewhere, or is named here with why not. The kinds are read from the code of the deeds."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from league.acting.permissions import Acting, Action, Kind
from league.evening.desk.pages.leads import BY_ACTION, BY_ENTRY, TARGETS, Leads
from league.models import Club, Entrant, Event, EventRound, LogLine, RoundTable
from scoring.models import Entry
from scoring.score_card.pages.entries import KIND_TITLES

LEAGUE = Path(__file__).parents[5] / "league"
WINGS = ("office", "evening", "season", "outside")

# Kinds of lines that lead nowhere, and why.
OF_THE_CLUB = "is in no evening's log: the deed is the club's"
NOWHERE = {
    **dict.fromkeys(
        (
            "clubs",
            "dues",
            "founding",
            "hosting",
            "house_rules",
            "members",
            "merging",
            "moving",
            "past",
            "players",
            "seasons",
        ),
        OF_THE_CLUB,
    ),
    "standing_tables": OF_THE_CLUB,
    "planned the series": OF_THE_CLUB,
    "changed the series": OF_THE_CLUB,
    "ended the series": OF_THE_CLUB,
    "resumed the series": OF_THE_CLUB,
    "gave out a new link to": OF_THE_CLUB,
    "asked for the notices by email": OF_THE_CLUB,
    "stopped the notices by email": OF_THE_CLUB,
    "asked for their own nights by email": OF_THE_CLUB,
    "stopped their own nights by email": OF_THE_CLUB,
    "archive": OF_THE_CLUB,
    "took the evening to the hall": "nothing here is to be corrected while it is there",
}
# What is done to these is known by what it was done to.
BY_WHAT = {"notices", "check_in: opened"}


def told() -> Iterator[tuple[str, str]]:
    """The room and the action of every line that a deed can write."""
    for path in sorted(LEAGUE.rglob("*.py")):
        code = path.read_text()
        if "doing.tell(" not in code and "tell_of(" not in code:
            continue
        tree = ast.parse(code)
        tree.body = [
            node for node in tree.body if getattr(node, "name", "") != "tell_of"
        ]  # it hands on what it is told
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and (written := _action_of(call)) is not None:
                room = next(part for part in path.relative_to(LEAGUE).parts if part not in WINGS)
                found = set(_texts(written, tree))
                assert found, f"{path}:{call.lineno}: what this line says can’t be read by this test"
                yield from ((room, action) for action in found)


def _action_of(call: ast.Call) -> ast.expr | None:
    if isinstance(call.func, ast.Attribute) and call.func.attr == "tell" and _name(call.func.value) == "doing":
        return call.args[0]
    return call.args[2] if _name(call.func) == "tell_of" else None


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _texts(node: ast.expr, tree: ast.Module) -> Iterator[str]:
    """What an expression can say: words, either of two, what a name was given anywhere in the file."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body, tree), *_texts(node.orelse, tree))
    elif isinstance(node, ast.Dict):
        yield from (text for value in node.values for text in _texts(value, tree))
    elif isinstance(node, ast.Subscript):
        yield from _texts(node.value, tree)
    elif isinstance(node, ast.JoinedStr):  # `added a {pot or prize}`
        parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in node.values)
        yield from filter(re.compile("".join(map(str, parts))).fullmatch, BY_ACTION)
    elif isinstance(node, ast.Name):
        yield from (text for given in _given(node.id, tree) for text in _texts(given, tree))


def _given(name: str, tree: ast.Module) -> Iterator[ast.expr]:
    """Whatever a name stands for in a file: assigned, there or where it comes from, a default, or handed to the
    function that has it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if name in map(_name, targets) and node.value is not None:
                yield node.value
        elif isinstance(node, ast.ImportFrom) and node.module and name in (one.name for one in node.names):
            path = LEAGUE.parent / f"{node.module.replace('.', '/')}.py"
            yield from _given(name, ast.parse(path.read_text()))
        elif isinstance(node, ast.FunctionDef):
            yield from _handed(name, node, tree)


def _handed(name: str, function: ast.FunctionDef, tree: ast.Module) -> Iterator[ast.expr]:
    names = [one.arg for one in function.args.args]
    if name not in names:
        return
    at, defaults = names.index(name), function.args.defaults
    if at >= len(names) - len(defaults):
        yield defaults[at - len(names)]
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _name(call.func) == function.name and at < len(call.args):
            yield call.args[at]


TOLD = sorted(set(told()))


def test_the_kinds_are_found():
    assert len(TOLD) > 100
    assert {("judging", "gave a penalty"), ("rulings", "upheld the ruling"), ("money", "changed a pot")} < set(TOLD)


def test_every_kind_of_line_leads_somewhere_or_says_why_not():
    known = BY_ACTION.keys() | NOWHERE.keys() | BY_WHAT
    lost = [f"{room}: {action}" for room, action in TOLD if not {room, action, f"{room}: {action}"} & known]

    assert lost == []


def test_no_kind_is_kept_that_nobody_writes():
    written = {action for _, action in TOLD}

    assert BY_ACTION.keys() - written == set()
    assert NOWHERE.keys() - written - {room for room, _ in TOLD} == set()


def test_every_kind_of_entry_leads_somewhere():
    assert BY_ENTRY.keys() == KIND_TITLES.keys()


# -- where to ---------------------------------------------------------------------------------

CLUB = Club(slug="oak", name="Oak")
EVENT = Event(pk=5, club=CLUB)
ROUNDS = (
    EventRound(event=EVENT, number=1, started_at=datetime(2026, 11, 17, 19, tzinfo=UTC)),
    EventRound(event=EVENT, number=2, title="The final", started_at=datetime(2026, 11, 17, 20, tzinfo=UTC)),
)
PEOPLE = (Entrant(pk=31, number=3, name="Ann Lee"),)


def lead(action: str, subject: str = "", *, kind: str = "director", at: int = 21) -> tuple[str, str] | None:
    leads = Leads(EVENT, Acting(None, Kind(kind), "Carol"), ROUNDS, PEOPLE)
    line = LogLine(club=CLUB, event=EVENT, action=action, subject=subject, at=datetime(2026, 11, 17, at, tzinfo=UTC))
    found = leads.of_line(line)
    return (found.label, found.address.removeprefix("/clubs/oak/events/5/")) if found else None


@pytest.mark.parametrize(
    ("action", "subject", "expected"),
    [
        ("gave a penalty", "Ann Lee, table 3, round 1", ("See the penalties", "rounds/1/tables/3/penalties/")),
        ("started", "The final", ("See the final", "board/?round=2")),
        ("entered the totals alone", "Table 12, The final", ("See the paper card", "rounds/2/tables/12/paper/")),
        ("confirmed the claim", "Hand 4, table 1, the final", ("Correct hand 4", "rounds/2/tables/1/card/?hand=4")),
        ("called the director", "Table 3", ("See the table", "board/?round=2&open=3#table-3")),
        ("checked in", "Ann Lee (3)", ("See the player", "check-in/players/31/settings/")),
        ("checked in", "Bo (9)", ("See check-in", "check-in/")),
        ("changed", "Ann Lee (3)", ("See the player", "check-in/players/31/settings/")),
        ("changed", "the notice", ("See the notice", "notice/")),
        ("closed", "check-in", ("See check-in", "check-in/")),
        ("closed", "the event", ("See the evening", "")),
        ("made the cut", "to 4", ("See the cut", "cut/")),
        ("paid a prize to", "Ann Lee (3)", ("See the cash sheet", "cash/")),
        ("some deed of long ago", "", None),
    ],
)
def test_a_line_leads_to_where_it_is_put_right(action, subject, expected):
    assert lead(action, subject) == expected


def test_what_a_table_did_leads_to_the_round_of_that_time():
    assert lead("called the director", "Table 3", at=19) == ("See the table", "board/?round=1&open=3#table-3")
    assert lead("called the director", "Table 3", at=18) == ("See the board", "board/")


def test_who_may_not_go_there_is_led_as_far_as_they_may():
    assert lead("confirmed the claim", "Hand 4, table 1, round 1", kind="referee") == (
        "Open the card",
        "rounds/1/tables/1/card/",
    )
    assert lead("made the cut", "to 4", kind="referee") == ("See the board", "board/")


def test_an_entry_leads_to_its_hand_its_card_or_what_was_judged():
    leads = Leads(EVENT, Acting(None, Kind.DIRECTOR, "Carol"), ROUNDS, PEOPLE)
    table = RoundTable(number=3, event_round=ROUNDS[0])
    labels = {kind: leads.of_entry(Entry(kind=kind, hand=2), table) for kind in ("take", "sign", "late", "ruling")}

    assert {kind: key.label for kind, key in labels.items() if key} == {
        "take": "Correct hand 2",
        "sign": "Open the card",
        "late": "See the penalties",
        "ruling": "See the rulings",
    }


def test_every_place_ends_where_any_reader_of_the_log_may_go():
    leads = Leads(EVENT, Acting(None, Kind.REFEREE, "Walt"), (), ())
    line = LogLine(club=CLUB, event=EVENT, at=datetime(2026, 11, 17, 18, tzinfo=UTC))

    assert Acting(None, Kind.REFEREE, "").may(Action.READ_LOG)
    for kind in TARGETS:
        assert leads._key(kind, leads._spot(line)) is not None, kind
