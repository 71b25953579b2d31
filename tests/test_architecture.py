"""The house keeps its shape: who may import whom, and nothing from outside. See ARCHITECTURE.md for the why."""

import ast
import hashlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.imports import PRODUCT, ROOT, imports, is_within, modules, path_of

OURS = (*PRODUCT, "tests")
# These hold what a card comes to, and are tested without a database.
PURE = [
    f"scoring.score_card.{name}"
    for name in (
        "entries",
        "rulings",
        "sheet",
        "names",
        "people",
        "player_scores",
        "redeals",
        "meld_counts",
        "situations",
    )
]
# How far a ruling has come follows from the card and what was chosen.
RULING = "league.evening.rulings.steps"
# A deal being played is worked out without a database too, from the rules alone.
PURE_PLAY = [
    f"scoring.play.{name}"
    for name in (
        "actions",
        "state",
        "seat_view",
        "players",
        "table",
        "protocol",
        "settings",
        "bots",
        "engine",
        "simulate",
        "review",
        "record",
    )
]
# Who sits where, the clock of a round and how well somebody plays need neither a database nor the rules.
PURE_LEAGUE = [
    "league.evening.seating.schedules",
    "league.evening.clock.instants",
    "league.season.grades.model",
    "league.season.ladder.points",
]
# A season's standings follow from its rules, the ledger's rows and how ties are broken; only how figures are written
# comes from elsewhere.
TIES = "league.evening.ties"
PURE_SEASONS = [
    TIES,
    *(f"league.season.seasons.{name}" for name in ("rules", "standings", "past")),
    "league.season.race.model",
]
LISTED = re.compile(r"^    (\w+)  +\S", re.MULTILINE)


def listed_in(package: str) -> list[str]:
    """What the docstring of a package lists, in its order: a name in each line, and what it is for."""
    docstring = ast.get_docstring(
        ast.parse((ROOT / package.replace(".", "/") / "__init__.py").read_text()), clean=False
    )
    return [f"{package}.{name}" for name in LISTED.findall(docstring or "")]


WINGS = ("office", "evening", "season", "outside")
# The rooms of the league from the ground up, a wing's in its place: none of these is imported by one before it.
LEAGUE_ROOMS = [
    room
    for floor in listed_in("league")
    for room in (listed_in(floor) if floor.removeprefix("league.") in WINGS else [floor])
]
# What lies in a room, in reading order; whatever has a name of its own comes before all of these.
PARTS_OF_A_ROOM = ["deeds", "forms", "pages", "listings", "pdfs", "views", "urls"]
# The score card from the ground up: none of these is imported by one before it.
ROOMS = listed_in("scoring.score_card")


def wrong_imports(package: str, *forbidden: str, but: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{module} imports {name}"
        for module, path in modules(package)
        for name in sorted(imports(path))
        if any(is_within(name, other) for other in forbidden)
        and not any(is_within(name, allowed) or is_within(allowed, name) for allowed in but)
    ]


def test_rules_import_no_django_and_nothing_else_of_ours():
    assert wrong_imports("scoring.rules", "django", *OURS, but=("scoring.rules",)) == []


def test_ground_imports_nothing_of_ours():
    assert wrong_imports("pinochle_club.ground", *OURS, but=("pinochle_club.ground",)) == []


@pytest.mark.parametrize("package", PRODUCT)
def test_what_only_some_systems_have_is_asked_for_in_one_place(package):
    places = {"gunicorn": "pinochle_club.server.processes"}
    assert [
        wrong
        for name in ("ctypes", "fcntl", "msvcrt", "resource", "gunicorn")
        for wrong in wrong_imports(package, name)
        if not wrong.startswith(places.get(name, "pinochle_club.ground.system"))
    ] == []


# The roof wires all together: settings, addresses, middleware, the command, and what `pinochle_club` itself says.
BELOW_THE_ROOF = ("__init__", "__pycache__", "ground", "server")
ROOF = ["__version__", *(path.stem for path in (ROOT / "pinochle_club").iterdir() if path.stem not in BELOW_THE_ROOF)]
FLOORS = ["pinochle_club.ground", "scoring", "league", "pinochle_club.server"]


@pytest.mark.parametrize("place", range(len(FLOORS)))
def test_floors_import_only_those_below_them(place):
    """The clubs know no server, scoring no clubs, and nothing knows the roof."""
    above = [*FLOORS[place + 1 :], *(f"pinochle_club.{name}" for name in ROOF)]

    assert "pinochle_club.urls" in above
    assert wrong_imports(FLOORS[place], *above) == []


def test_score_card_does_not_know_how_a_deal_is_played():
    assert wrong_imports("scoring.score_card", "scoring.play") == []


@pytest.mark.parametrize(
    "package", ["pinochle_club.ground", "scoring.rules", "scoring.score_card", "league", "pinochle_club.server"]
)
def test_modules_import_nothing_in_a_circle(package):
    """Not for types either, nor late, in a function."""
    files = dict(modules(package))
    left = {name: {other for other in imports(path) if other in files} - {name} for name, path in files.items()}
    while free := {name for name, needed in left.items() if not needed & left.keys()}:
        left = {name: needed for name, needed in left.items() if name not in free}

    assert left == {}


def test_models_of_scoring_import_only_rules_and_each_other():
    allowed = ("scoring.rules", "scoring.models", "pinochle_club.ground.date_styles")
    assert wrong_imports("scoring.models", *OURS, but=allowed) == []


def test_boards_are_worked_out_from_the_rules_alone():
    assert wrong_imports("scoring.boards", "django", *OURS, but=("scoring.rules", "scoring.boards")) == []


@pytest.mark.parametrize("module", PURE)
def test_pure_module_imports_rules_and_pure_modules_alone(module):
    assert path_of(module).exists()
    assert wrong_imports(module, "django", *OURS, but=("scoring.rules", "scoring.boards", *PURE)) == []


def test_way_to_a_ruling_imports_rules_and_what_a_card_comes_to_alone():
    assert wrong_imports(RULING, "django", *OURS, but=("scoring.rules", *PURE)) == []


def test_charts_import_nothing_of_ours():
    assert wrong_imports("scoring.charts", "django", *OURS) == []


@pytest.mark.parametrize("module", PURE_PLAY)
def test_pure_module_of_play_imports_rules_and_its_like_alone(module):
    pure_ground = ("pinochle_club.ground.places", "pinochle_club.ground.commands")  # where machine code is kept; Dask
    but = ("scoring.rules", "scoring.boards", "scoring.charts", *pure_ground, *PURE_PLAY)
    assert wrong_imports(module, "django", *OURS, but=but) == []


@pytest.mark.parametrize("module", PURE_LEAGUE)
def test_pure_module_of_the_league_imports_nothing_but_itself(module):
    """A search steps aside for whoever saves, which is the system's business; numbers are in words as in the rules."""
    assert path_of(module).exists()
    but = (module, "pinochle_club.ground.system", "scoring.rules.notation")
    assert wrong_imports(module, "django", *OURS, but=but) == []


def test_how_ties_are_broken_knows_neither_finals_nor_seasons():
    assert wrong_imports(TIES, "django", *OURS, but=("scoring.rules.notation", TIES)) == []


@pytest.mark.parametrize("module", PURE_SEASONS)
def test_pure_module_of_the_seasons_imports_its_like_alone(module):
    assert path_of(module).exists()
    assert wrong_imports(module, "django", *OURS, but=("scoring.rules.notation", *PURE_SEASONS)) == []


def test_verifier_of_a_seating_shares_no_code_with_what_makes_one():
    """It knows the values of a schedule and what was wished, and works out for itself who met whom."""
    path = path_of("league.evening.seating.schedules.verify")
    ours = {name for name in imports(path) if is_within(name, "league")}
    names = ("Duplicate", "Meetings", "Pair", "Player", "RoundSeating", "Schedule", "Seating", "Shape")
    values = {f"schedule.{name}" for name in names}
    wishes = {"wishes.Naming", "wishes.Wishes", "wishes.by_number"}
    read = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}

    assert ours <= {f"league.evening.seating.schedules.{name}" for name in ("schedule", "wishes", *values, *wishes)}
    assert read & {"oppositions", "partner_of", "meetings_of"} == set()
    assert "table.partnerships" not in path.read_text()


def test_every_room_of_the_league_has_its_place_in_the_order():
    places = [ROOT / "league", *(ROOT / "league" / wing for wing in WINGS)]
    found = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for place in places
        for path in place.iterdir()
        if path.suffix in ("", ".py") and path.name not in ("__init__.py", "__pycache__", *WINGS)
    }

    assert found == {
        *LEAGUE_ROOMS,
        "league.admin",
        "league.apps",
        "league.migrations",
        "league.templatetags",
        "league.urls",
    }


@pytest.mark.parametrize("place", range(len(LEAGUE_ROOMS)))
def test_rooms_of_the_league_are_imported_in_reading_order(place):
    assert wrong_imports(LEAGUE_ROOMS[place], *LEAGUE_ROOMS[place + 1 :]) == []


@pytest.mark.parametrize("room", [room for room in LEAGUE_ROOMS if path_of(room).is_dir()])
def test_parts_of_a_room_are_imported_in_reading_order(room):
    parts = [f"{room}.{part}" for part in PARTS_OF_A_ROOM]

    assert [
        wrong
        for at, part in enumerate(parts)
        if path_of(part).exists()
        for wrong in wrong_imports(part, *parts[at + 1 :])
    ] == []


# How the database is asked. What is fetched already is read with `.all()`, a dictionary with `.get(key)`, `.values()`.
ASKS = {"objects", "filter", "exclude", "order_by", "select_related", "prefetch_related", "annotate", "aggregate"}
ASKS |= {"exists", "values_list", "in_bulk", "iterator", "distinct", "raw", "save", "delete", "create"}
ASKS |= {"get_or_create", "update_or_create", "bulk_create", "bulk_update", "refresh_from_db", "select_for_update"}
# Of a list or a text this says what: `text.count("a")`; without a word it is a query's.
ASKS_WITHOUT_WORDS = {"count", "first", "last"}
SHORTCUTS = {"get_object_or_404", "get_list_or_404"}
# Pages that ask all the same. None is added.
STILL_ASKING: set[str] = set()


def queries(path: Path) -> Iterator[str]:
    """What in a file asks the database by itself, with its line."""
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Attribute):
            if node.attr in ASKS:
                yield f"{path.relative_to(ROOT)}:{node.lineno} .{node.attr}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, words = node.func.attr, bool(node.args or node.keywords)
            if (
                (name in ASKS_WITHOUT_WORDS and not words)
                or (name == "values" and words)
                or (name == "get" and node.keywords)
            ):
                yield f"{path.relative_to(ROOT)}:{node.lineno} .{name}()"
        elif isinstance(node, ast.Name) and node.id in SHORTCUTS:
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.id}"


def pages_that_ask() -> dict[str, list[str]]:
    """By room of the league, what its pages ask the database."""
    found: dict[str, list[str]] = {}
    for room in LEAGUE_ROOMS:
        if path_of(f"{room}.pages").exists():
            for module, path in modules(f"{room}.pages"):
                asks = [
                    *queries(path),
                    *(f"{module} imports {name}" for name in imports(path) if is_within(name, "django.db")),
                ]
                found[room] = found.get(room, []) + asks
    return found


def test_pages_of_the_league_ask_the_database_nothing():
    """They print what they are given, so what a page costs stands in its view and its readers."""
    found = pages_that_ask()

    assert [ask for room, asks in found.items() if room not in STILL_ASKING for ask in asks] == []
    assert {room for room, asks in found.items() if asks} == STILL_ASKING  # a room that is mended leaves the list


def test_every_part_of_the_score_card_has_its_place():
    parts = (path for path in path_of("scoring.score_card").iterdir() if path.suffix in ("", ".py"))

    assert sorted(ROOMS) == sorted(
        f"scoring.score_card.{path.stem}" for path in parts if path.stem not in ("__init__", "__pycache__")
    )


@pytest.mark.parametrize("place", range(len(ROOMS)))
def test_parts_of_the_score_card_are_imported_in_reading_order(place):
    assert wrong_imports(ROOMS[place], *ROOMS[place + 1 :]) == []


@pytest.mark.parametrize("package", PRODUCT)
def test_program_does_not_import_its_tests(package):
    assert wrong_imports(package, "tests") == []


# Django finds these by their place, and a person by typing what they are called.
FOUND_BY_PLACE = re.compile(r"\.(migrations|templatetags|management\.commands)\.|\.(apps|admin|urls|asgi|__main__)$")
TYPED = {"pinochle_club.testing_settings", "scoring.rules.conformance"}


def test_product_holds_only_what_it_calls_itself():
    """What only tests call is a test's, what only measures is the laboratory's."""
    files = {name: path for package in PRODUCT for name, path in modules(package)}
    called = set().union(*(imports(path) - {name} for name, path in files.items()))
    named = set(re.findall(rf'"((?:{"|".join(PRODUCT)})[\w.]+)', "".join(map(Path.read_text, files.values()))))
    named |= {name.rpartition(".")[0] for name in named}

    assert [
        name
        for name, path in files.items()
        if path.name != "__init__.py" and not FOUND_BY_PLACE.search(name) and name not in called | named | TYPED
    ] == []


# Typed by who runs a club, looks after its computer, writes a bot or changes code. `python -m tests.lab.…` measures.
COMMANDS = (
    "boards bot bring_back check club_archive demo fetch follows give_back lend rebuild_ledger set_admin_link simulate "
    "verify_log worker"
)


def test_commands_are_those_of_a_club():
    found = [path.stem for path in committed_files() if path.parts[-3:-1] == ("management", "commands")]

    assert sorted({*found} - {"__init__"}) == COMMANDS.split()


def test_everything_belongs_to_a_domain_word():
    """A helper that knows a domain word belongs to that domain; the rest is called after nothing at all."""
    vague = {"utils", "util", "helpers", "helper", "services", "service", "common", "misc"}

    assert [path for path in committed_files() if vague & set(path.with_suffix("").parts)] == []


# What comes from outside -----------------------------------------------------------------------------------


@cache
def committed_files() -> list[Path]:
    """What is in git or about to be. Outside a git clone there is nothing to check."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    paths = [Path(name) for name in listed.stdout.split("\0") if name]
    return [path for path in paths if (ROOT / path).is_file()]


def texts(*folders: str) -> Iterator[tuple[Path, str]]:
    for path in committed_files():
        if not folders or path.parts[0] in folders:
            content = (ROOT / path).read_bytes()
            if b"\0" not in content:
                yield path, content.decode()


# Written so that this file does not match itself. A clone must install from wherever its owner gets packages.
SOURCES_OF_PACKAGES = re.compile(
    r"p[y]pi\.|python[h]osted|npm[j]s\.|-[-](extra-)?index-url|-[-]find-links|deb\.[d]ebian"
)
DELIVERY_NETWORKS = re.compile(r"un[p]kg|js[d]elivr|cd[n]js|google[a]pis|g[s]tatic|\bcd[n]\.", re.IGNORECASE)
PATHS_OF_ONE_MACHINE = re.compile(r"\.\./[s]hared|/[w]ork/|/[r]oot/|/[h]ome/")


@pytest.mark.parametrize("unwanted", [SOURCES_OF_PACKAGES, DELIVERY_NETWORKS, PATHS_OF_ONE_MACHINE])
def test_no_file_names_a_foreign_or_private_place(unwanted):
    found = [f"{path}: {match.group()}" for path, text in texts() if (match := unwanted.search(text))]

    assert found == []


@cache
def listed() -> dict[str, list[str]]:
    """The packages that pyproject.toml names, by part."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    lists = {"club": project["project"]["dependencies"], **extras, **groups}
    return {part: [re.findall(r"^[\w.-]+", package)[0] for package in packages] for part, packages in lists.items()}


def test_requirements_pin_what_is_listed_and_hold_no_address():
    """Else: `make requirements`."""
    text = (ROOT / "requirements.txt").read_text()
    _, *parts = re.split(r"^# ([a-z]+)$", text, flags=re.MULTILINE)
    pinned = dict(zip(parts[::2], parts[1::2], strict=True))

    assert [*pinned] == [*listed()]
    assert "://" not in text
    assert [
        (part, name)
        for part, names in listed().items()
        for name in names
        if not re.search(rf"^{name.replace('_', '-')}\b.*==", pinned["club"] + pinned[part], re.MULTILINE)
    ] == []


@pytest.mark.parametrize(
    ("places", "but"), [(PRODUCT, ("setup", "dev", "bench", "release")), (("tests",), ("release",))]
)
def test_package_that_is_imported_is_listed(places, but):
    """Else it is there only as long as another one, or a part that not everybody installs, brings it along."""
    texts = (path.read_text() for place in places for path in (ROOT / place).rglob("*.py"))
    names = {name for text in texts for name in re.findall(r"^[ \t]*(?:from|import) (\w+)", text, re.MULTILINE)}
    made_of = packages_distributions()
    imported = {package for name in names - sys.stdlib_module_names for package in made_of.get(name, ())}
    told = {name for part, names in listed().items() if part not in but for name in names}

    assert {name.lower().replace("_", "-") for name in imported} - {name.replace("_", "-") for name in told} == set()


COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|\{#.*?#\}|\{% comment.*?endcomment %\}|(?<![:\"'\w])//[^\n]*", re.DOTALL)
# Names of XML vocabularies look like addresses, but nobody fetches them.
OUTSIDE_ADDRESS = re.compile(r"https?://(?!www\.w3\.org/)[^\s\"'<>)]+|(?:src|href)=[\"']//[^\"']+")


def test_pages_and_static_files_load_nothing_from_outside():
    ours = {path: text for path, text in texts("templates", "static") if not is_about_origin(path)}
    found = [
        f"{path}: {match.group()}"
        for path, text in ours.items()
        for match in OUTSIDE_ADDRESS.finditer(COMMENTS.sub("", text))
    ]

    assert found == []


def is_about_origin(path: Path) -> bool:
    return path.name == "VENDORED" or "LICENSE" in path.name.upper()


# Vendored files --------------------------------------------------------------------------------------------


def vendored() -> list[list[str]]:
    """static/VENDORED: one file a line, `path | name | version | licence file (its kind) | sha256`; # is a comment."""
    listing = ROOT / "static" / "VENDORED"
    lines = listing.read_text().splitlines() if listing.exists() else []
    return [[cell.strip() for cell in line.split("|")] for line in lines if line.strip() and not line.startswith("#")]


def test_vendored_files_are_the_ones_that_were_recorded():
    static = ROOT / "static"
    for path, _name, _version, licence, sha256 in vendored():
        assert hashlib.sha256((static / path).read_bytes()).hexdigest() == sha256, path
        assert (static / licence.split()[0]).is_file(), licence


def test_every_font_is_recorded_as_vendored():
    fonts = {path.relative_to("static").as_posix() for path in committed_files() if path.suffix == ".woff2"}

    assert fonts - {entry[0] for entry in vendored()} == set()
