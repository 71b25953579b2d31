import io
import json
import logging
import re
import secrets
from urllib.parse import urlencode

import pytest
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver
from gunicorn.config import Config

from pinochle_club.server.logs import JsonLines, RedactSecretLinks, redact
from pinochle_club.server.processes import GunicornLogger

FORM = "application/x-www-form-urlencoded"
TOKEN = secrets.token_urlsafe(16)


class Log(logging.Logger):
    stream: io.StringIO


@pytest.fixture
def log() -> Log:
    """A logger that writes into a string through the filter, as the settings have it on standard error."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(RedactSecretLinks())
    logger = Log("under test")
    logger.addHandler(handler)
    logger.stream = stream
    return logger


NAMES = {
    f"/w/{TOKEN}/": "score_card:join",
    f"/r/{TOKEN}/hands/3/?step=bid": "score_card:read_hand",
    f"/l/{TOKEN}/": "league:one_time_link",
    f"/t/12/5/{TOKEN}/": "league:pass",
    f"/clubs/st-hilary/events/7/door/pair/{TOKEN}/": "league:pair_door",
    f"/account/sign-in/?next=%2Fl%2F{TOKEN}%2F": "league:sign_in",
    f"%2Fl%2F{TOKEN}%2F": "league:one_time_link",
}


@pytest.mark.parametrize(("address", "name"), NAMES.items(), ids=NAMES.values())
def test_address_is_logged_by_its_name(address, name):
    assert redact(f"GET {address} HTTP/1.1") == f"GET [{name}] HTTP/1.1"
    assert redact(f"<WSGIRequest: GET '{address}'>") == f"<WSGIRequest: GET '[{name}]'>"


def test_no_address_of_ours_with_a_secret_is_logged_as_it_is():
    """Whoever adds an address has nothing to remember."""
    secrets_in = [pattern for pattern in addresses(get_resolver()) if "token" in pattern]
    assert len(secrets_in) > 6

    for pattern in secrets_in:
        address = re.sub(r"<(\w+):(\w+)>", lambda part: TOKEN if part[2] == "token" else EXAMPLES[part[1]], pattern)
        assert re.fullmatch(r"\[\w+:\w+\]", redact(f"/{address}")), address


EXAMPLES = {"slug": "st-hilary", "number": "7", "uuid": "00000000-0000-4000-8000-000000000000"}


def addresses(resolver, before=""):
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        yield from addresses(pattern, address) if isinstance(pattern, URLResolver) else [address]


def test_host_before_an_address_stays():
    assert (
        redact(f"Referer: https://cards.example.org/w/{TOKEN}/")
        == "Referer: https://cards.example.org[score_card:join]"
    )


def test_address_that_is_nobodys_and_one_that_is_cut_up_are_not_logged_either():
    assert redact(f"/nowhere/{TOKEN}/") == "[no page of ours]"
    assert redact(f"{{'path': 'w/{TOKEN}/live'}}") == "{'path': 'w/[secret]/live'}"


def test_files_stay_in_a_line():
    text = f'File "{__file__}", line 3; /static/css/app.css and/or 3/4'

    assert redact(text) == text


def test_visitor_whose_request_cannot_be_read_is_not_named():
    read = "Invalid request from ip={}: Request Line is too large (5000 > 4094)"

    for address in ("192.168.1.7", "::1", "fe80::1%eth0"):
        assert redact(read.format(address)) == read.format("[visitor]")


def test_message_and_arguments_are_redacted(log):
    log.warning(f"/w/{TOKEN}/ %s %s", f"/r/{TOKEN}/changes/", RequestFactory().get(f"/w/{TOKEN}/"))

    assert (
        log.stream.getvalue() == "[score_card:join] [score_card:read_changes] <WSGIRequest: GET '[score_card:join]'>\n"
    )


def test_traceback_is_redacted(log):
    try:
        raise LookupError(f"/w/{TOKEN}/")
    except LookupError:
        log.exception("failed")

    assert TOKEN not in log.stream.getvalue()
    assert "LookupError: [score_card:join]" in log.stream.getvalue()


def test_request_attached_to_a_record_is_redacted(log):
    record = log.makeRecord("x", 30, "f", 1, "m", (), None, extra={"request": RequestFactory().get(f"/r/{TOKEN}")})

    RedactSecretLinks().filter(record)

    assert TOKEN not in repr(vars(record))


@pytest.fixture
def logged(monkeypatch):
    """What the handler of the real settings has written by now."""
    stream = io.StringIO()
    for handler in logging.getLogger().handlers:
        if any(isinstance(found, RedactSecretLinks) for found in handler.filters):
            monkeypatch.setattr(handler, "stream", stream)
    return stream.getvalue


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "name"), [("w", "score_card:join"), ("r", "score_card:read")])
def test_fault_of_ours_is_logged_without_the_token(logged, monkeypatch, kind, name):
    def fail(secret, _kind):
        raise LookupError(f"nothing at /{kind}/{secret}/")

    monkeypatch.setattr("scoring.score_card.access.get_card_by_link", fail)

    Client(raise_request_exception=False).get(f"/{kind}/{TOKEN}/")

    text = logged()
    assert f"Internal Server Error: [{name}]" in text
    assert f"LookupError: nothing at [{name}]" in text
    assert TOKEN not in text


@pytest.mark.django_db
def test_log_that_cannot_be_written_prints_no_token_either(logged, monkeypatch, capsys):
    for handler in logging.getLogger().handlers:
        if any(isinstance(found, RedactSecretLinks) for found in handler.filters):
            monkeypatch.setattr(handler, "stream", io.TextIOWrapper(io.BytesIO()))
            assert isinstance(handler, logging.StreamHandler)
            handler.stream.close()
    monkeypatch.setattr("scoring.score_card.access.get_card_by_link", None)

    Client(raise_request_exception=False).get(f"/w/{TOKEN}/")
    Client(enforce_csrf_checks=True).post(f"/w/{TOKEN}/", headers={"Referer": f"https://x/r/{TOKEN}/"}, secure=True)

    assert TOKEN not in capsys.readouterr().err


@pytest.mark.django_db
def test_form_of_another_site_is_logged_without_the_token(logged):
    visitor = Client(enforce_csrf_checks=True)

    visitor.post(f"/w/{TOKEN}/", headers={"Referer": f"https://cards.example.org/r/{TOKEN}/"}, secure=True)

    text = logged()
    assert "WARNING django.security.csrf: Forbidden" in text
    assert "[score_card:join]" in text
    assert TOKEN not in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "address"), [("get", "/w/{}/"), ("post", "/r/{}/"), ("get", "/favicon.ico"), ("post", "/cards/")]
)
def test_what_is_answered_in_words_does_not_fill_the_log(client, logged, method, address):
    response = getattr(client, method)(address.format(TOKEN))

    assert response.status_code in (404, 405, 422)
    assert logged() == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        ({"headers": {"Host": "elsewhere.example.org"}}, "DisallowedHost"),
        ({"data": {"note": "x" * 3_000_000}}, "RequestDataTooBig"),
        ({"data": {str(number): "" for number in range(10_001)}}, "TooManyFieldsSent"),
    ],
)
def test_foreign_host_and_huge_form_are_a_line_each(client, logged, sent, kind):
    data = urlencode(sent.pop("data", {}))

    response = client.post("/cards/", data, FORM, **sent)

    assert response.status_code in (400, 413)
    (line,) = logged().splitlines()
    assert f"ERROR django.security.{kind}: " in line


def test_gunicorn_reports_a_failed_request_without_the_token(capsys):
    GunicornLogger(Config()).error("Error handling request %s", f"/w/{TOKEN}/")

    logged = capsys.readouterr().err
    assert "Error handling request [score_card:join]" in logged
    assert TOKEN not in logged


def test_gunicorn_keeps_no_access_log():
    from pinochle_club.server import gunicorn_config

    assert gunicorn_config.accesslog is None


@pytest.mark.parametrize("name", ["django.request", "django.server", "django.security.csrf", "scoring"])
def test_every_logger_ends_in_the_filtered_handler(name):
    logger: logging.Logger | None = logging.getLogger(name)
    handlers = []
    while logger:
        handlers += logger.handlers
        logger = logger.parent if logger.propagate else None

    ours = [handler for handler in handlers if not type(handler).__module__.startswith("_pytest")]
    assert ours
    assert all(any(isinstance(f, RedactSecretLinks) for f in handler.filters) for handler in ours)


def test_line_of_json_has_all_that_is_said_in_one_line_and_no_secret(log):
    log.handlers[0].setFormatter(JsonLines())
    try:
        raise ValueError(f"/w/{TOKEN}/")
    except ValueError:
        log.exception("Lost “%s”\nat /w/%s/", "it", TOKEN)

    (line,) = log.stream.getvalue().splitlines()
    said = json.loads(line)
    assert [said[name] for name in ("level", "logger", "message")] == [
        "ERROR",
        "under test",
        "Lost “it”\nat [score_card:join]",
    ]
    assert said["trace"].endswith("ValueError: [score_card:join]")
    assert TOKEN not in line
