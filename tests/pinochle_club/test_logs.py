import io
import logging
import logging.config
import secrets

import pytest
from django.test import RequestFactory
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


@pytest.mark.parametrize("kind", ["w", "r"])
@pytest.mark.parametrize("rest", ["", "/", "/hand/3?step=bid", " HTTP/1.1"])
def test_redact_hides_the_token_and_keeps_the_rest(kind, rest):
    assert redact(f"GET /{kind}/{TOKEN}{rest}") == f"GET /{kind}/[secret]{rest}"


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


@pytest.mark.django_db
def test_not_found_is_logged_without_the_token(client, settings, capsys):
    logging.config.dictConfig(settings.LOGGING)  # once more, so that the handler writes to the captured stream

    client.get(f"/w/{TOKEN}/no-such-page")

    logged = capsys.readouterr().err
    assert "Not Found: /w/[secret]/no-such-page" in logged
    assert TOKEN not in logged


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
