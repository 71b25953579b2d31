import io
import logging
import secrets

import pytest
from django.test import Client, RequestFactory
from gunicorn.config import Config

from pinochle_club.logs import GunicornLogger, RedactSecretLinks, redact

TOKEN = secrets.token_urlsafe(16)


@pytest.fixture
def log():
    """A logger that writes into a string through the filter, as the settings have it on standard error."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(RedactSecretLinks())
    logger = logging.Logger("under test")
    logger.addHandler(handler)
    logger.stream = stream
    return logger


@pytest.mark.parametrize("kind", ["w", "r", "l", "t/7/12"])
@pytest.mark.parametrize("rest", ["", "/", "/hand/3?step=bid", " HTTP/1.1"])
def test_redact_hides_the_token_and_keeps_the_rest(kind, rest):
    assert redact(f"GET /{kind}/{TOKEN}{rest}") == f"GET /{kind}/[secret]{rest}"


def test_redact_hides_the_pass_of_a_table_and_keeps_which_one_it_is():
    assert redact(f"GET /t/12/5/{TOKEN}/ HTTP/1.1") == "GET /t/12/5/[secret]/ HTTP/1.1"


def test_redact_hides_the_token_of_an_address_within_an_address():
    assert redact(f"/account/sign-in/?next=%2Fl%2F{TOKEN}%2F") == "/account/sign-in/?next=%2Fl%2F[secret]%2F"


def test_redact_leaves_other_addresses_alone():
    text = "/w/new /static/r/app.css /admin/" + TOKEN

    assert redact(text) == text


def test_message_and_arguments_are_redacted(log):
    log.warning(f"/w/{TOKEN} %s %s", f"/r/{TOKEN}/live", RequestFactory().get(f"/w/{TOKEN}/undo"))

    assert log.stream.getvalue() == "/w/[secret] /r/[secret]/live <WSGIRequest: GET '/w/[secret]/undo'>\n"


def test_traceback_is_redacted(log):
    try:
        raise LookupError(f"/w/{TOKEN}")
    except LookupError:
        log.exception("failed")

    assert TOKEN not in log.stream.getvalue()
    assert "LookupError: /w/[secret]" in log.stream.getvalue()


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
@pytest.mark.parametrize("kind", ["w", "r"])
def test_fault_of_ours_is_logged_without_the_token(logged, monkeypatch, kind):
    def fail(secret, _kind):
        raise LookupError(f"nothing at /{kind}/{secret}/")

    monkeypatch.setattr("scoring.score_card.access.get_card_by_link", fail)

    Client(raise_request_exception=False).get(f"/{kind}/{TOKEN}/")

    text = logged()
    assert f"Internal Server Error: /{kind}/[secret]/" in text
    assert f"LookupError: nothing at /{kind}/[secret]/" in text
    assert TOKEN not in text


@pytest.mark.django_db
def test_log_that_cannot_be_written_prints_no_token_either(logged, monkeypatch, capsys):
    for handler in logging.getLogger().handlers:
        if any(isinstance(found, RedactSecretLinks) for found in handler.filters):
            monkeypatch.setattr(handler, "stream", io.TextIOWrapper(io.BytesIO()))
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
    assert "/w/[secret]/" in text
    assert TOKEN not in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "address"), [("get", "/w/{}/"), ("post", "/r/{}/"), ("get", "/favicon.ico"), ("post", "/cards/")]
)
def test_what_is_answered_in_words_does_not_fill_the_log(client, logged, method, address):
    response = getattr(client, method)(address.format(TOKEN))

    assert response.status_code in (404, 405, 422)
    assert logged() == ""


def test_gunicorn_reports_a_failed_request_without_the_token(capsys):
    GunicornLogger(Config()).error("Error handling request %s", f"/w/{TOKEN}")

    logged = capsys.readouterr().err
    assert "Error handling request /w/[secret]" in logged
    assert TOKEN not in logged


def test_gunicorn_keeps_no_access_log():
    from pinochle_club import gunicorn_config

    assert gunicorn_config.accesslog is None


@pytest.mark.parametrize("name", ["django.request", "django.server", "django.security.csrf", "scoring"])
def test_every_logger_ends_in_the_filtered_handler(name):
    logger = logging.getLogger(name)
    handlers = []
    while logger:
        handlers += logger.handlers
        logger = logger.parent if logger.propagate else None

    ours = [handler for handler in handlers if not type(handler).__module__.startswith("_pytest")]
    assert ours
    assert all(any(isinstance(f, RedactSecretLinks) for f in handler.filters) for handler in ours)
