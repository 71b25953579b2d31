"""Settings of one club's server: one file, read from the environment, failing loudly.

PROFILE=hall    (default) plain http on the club's own network, for a club night without internet
PROFILE=public  https behind a proxy; `manage.py check --deploy` finds nothing

The other variables (STATE_DIR, PUBLIC_URL, ALLOWED_HOSTS, DATABASE_URL, EMAIL_URL, MAIL_FROM, FOUNDING, TIME_ZONE,
PORT, WORKERS, BACKUP_TO, BACKUP_KEEP, BACKUP_NIGHTLY, DEBUG, SECRET_KEY) are described in docs/computer.md.
"""

import logging
import os
import re
import zoneinfo
from contextlib import suppress
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from pinochle_club.ground import addresses, environment, places
from pinochle_club.ground.copies import Keep, read_keep
from pinochle_club.ground.environment import text, whole_number
from pinochle_club.ground.private_files import open_state_dir
from pinochle_club.server import secret_key

places.read_settings()
env = environ.Env()
# An address that others can answer to: not at a number, and not at a name that only the hall's own network knows.
SENDER = re.compile(r"^[^@\s]+@([\w-]+\.)+(?!(lan|local|home|internal|arpa)$)[a-z]{2,}$", re.IGNORECASE)


def read_public_url() -> str:
    """The address that links and QR codes carry, without a slash at its end."""
    url: str = text("PUBLIC_URL").rstrip("/")
    if not url and PROFILE == "hall":
        return addresses.lan_url(whole_number("PORT", 8000, most=65_535))
    if not url:
        raise ImproperlyConfigured("PROFILE=public needs PUBLIC_URL, such as https://cards.example.org")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise ImproperlyConfigured(f"PUBLIC_URL is {url!r}; it must look like https://cards.example.org")
    if PROFILE == "public" and parts.scheme != "https":
        raise ImproperlyConfigured(f"PUBLIC_URL is {url!r}; PROFILE=public needs https")
    return url


def read_allowed_hosts() -> list[str]:
    hosts = {host.lower() for host in env.list("ALLOWED_HOSTS", default=[]) if host}
    if any("*" in host for host in hosts):
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts; '*' would let any site speak for the club")
    hosts |= {str(urlsplit(PUBLIC_URL).hostname), "localhost", "127.0.0.1", "[::1]"}
    if PROFILE == "hall":
        hosts |= set(addresses.lan_hosts())
    return sorted(hosts)


def machine_time_zone() -> str:
    """Where this machine's own clock says it is: an evening card must not carry tomorrow's date."""
    _, found, name = os.path.realpath("/etc/localtime").partition("/zoneinfo/")
    return name if found and name in zoneinfo.available_timezones() else "UTC"


def read_time_zone() -> str:
    found = text("TIME_ZONE", machine_time_zone())
    if found not in zoneinfo.available_timezones():
        raise environment.wrong("TIME_ZONE", "a place that clocks know, such as America/Chicago")
    return found


def read_database() -> dict[str, Any]:
    """SQLite in the state directory; DATABASE_URL alone changes that to PostgreSQL."""
    url = text("DATABASE_URL")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": STATE_DIR / places.DATABASE,
            "CONN_MAX_AGE": 600,
            "OPTIONS": {
                # IMMEDIATE: a transaction that reads first and writes later would otherwise fail with
                # "database is locked" under load, and no timeout helps there.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # FULL: in WAL mode NORMAL may lose the last acknowledged hands in a power cut.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
        }
    database: dict[str, Any] = {}
    if url.startswith(("postgres://", "postgresql://")):
        with suppress(ValueError):  # a port that is no number
            database = env.db_url_config(url)
    if not database.get("NAME"):
        raise ImproperlyConfigured(
            "DATABASE_URL must be a postgres:// address, such as postgres://club:password@localhost/pinochle;"
            " leave it unset for SQLite"
        )
    # Each thread that works keeps a connection and asks whether it still stands before the first query of a request.
    # A pool would do so too, but after a restart of the server it waits ever longer at each one that does not.
    database |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    database["OPTIONS"] = {"connect_timeout": 5, **database.get("OPTIONS", {})}
    return database


def read_backup_keep() -> Keep:
    try:
        return read_keep(text("BACKUP_KEEP", "10, 4 weeks, 12 months"))
    except ValueError as problem:
        raise ImproperlyConfigured(f"BACKUP_KEEP: {problem}") from problem


def read_mail_server() -> dict[str, Any]:
    """Django's settings for it. None of them is told in a fault: a password is among them."""
    with suppress(ImproperlyConfigured, ValueError):
        server: dict[str, Any] = environ.Env.email_url_config(EMAIL_URL)
        if not server["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
            return server
        if server["EMAIL_HOST"]:
            return server | {"EMAIL_BACKEND": "pinochle_club.ground.mail_server.EmailBackend"}
    raise ImproperlyConfigured("EMAIL_URL must look like smtp+tls://club:password@mail.example.org:587")


def read_sender(account: str) -> str:
    """The sender of mails: MAIL_FROM, else the club at its own name, else the mail server's account. Mail servers
    throw away what comes from club@192.0.2.2."""
    given = text("MAIL_FROM")
    if given and not SENDER.search(parseaddr(given)[1]):
        raise environment.wrong("MAIL_FROM", "an address, such as club@example.org")
    for sender in (given, f"club@{urlsplit(PUBLIC_URL).hostname}", account):
        if SENDER.search(parseaddr(sender)[1]):
            return sender
    raise ImproperlyConfigured(
        "MAIL_FROM is missing: say whose address emails come from, such as MAIL_FROM=club@example.org"
    )


def read_standby() -> Path | None:
    """A folder on a second drive, or 1 for one of this computer's own, from which another computer fetches."""
    folder = text("STANDBY")
    if folder in environment.NO:
        return None
    if folder and text("DATABASE_URL"):
        raise ImproperlyConfigured("STANDBY copies SQLite. PostgreSQL copies itself (docs/server.md)")
    if folder == "1":
        (STATE_DIR / "standby").mkdir(mode=0o700, exist_ok=True)
        return STATE_DIR / "standby"
    return Path(folder).resolve() if folder else None


def read_metrics() -> str:
    """Who may ask how the server is: nobody, this computer, or who sends a secret."""
    said = text("METRICS")
    if not said or said in ("local", *environment.NO):
        return "" if said in environment.NO else said
    if re.fullmatch(r"[!-~]{20,}", said):
        return said
    raise ImproperlyConfigured("METRICS must be local, or a secret of 20 letters or more that the monitor sends")


PROFILE = environment.one_of("PROFILE", "hall", "public")
IS_PUBLIC = PROFILE == "public"
DEBUG = environment.is_on("DEBUG", default=False)
# 0: the club is served by the process that was started, and by no other.
WORKERS = whole_number("WORKERS", min(3, max(2, os.cpu_count() or 1)), least=0, most=64)
STATE_DIR = open_state_dir()
SECRET_KEY = secret_key.find(text("SECRET_KEY"), STATE_DIR / "secret_key")
PUBLIC_URL = read_public_url()
ALLOWED_HOSTS = read_allowed_hosts()
DATABASES = {"default": read_database()}
STANDBY = read_standby()  # where the database is copied as it is written, for a second computer

INSTALLED_APPS = [
    "league.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    "csp",
    "scoring.apps.ScoringConfig",
    "league.apps.LeagueConfig",
    "pinochle_club.server.apps.ServerConfig",
]

MIDDLEWARE = [
    "pinochle_club.server.metrics.count",  # first: it counts whatever is answered
    "pinochle_club.middleware.ask_again",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pinochle_club.middleware.CompressPages",  # after WhiteNoise: static files lie compressed
    "pinochle_club.middleware.keep_private",  # after WhiteNoise: static files may be cached
    # Before all that can refuse a request, so that the page which says so keeps to the policy too.
    "csp.middleware.CSPMiddleware",
    "pinochle_club.middleware.leave_it_to_the_club",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "pinochle_club.middleware.say_what_is_too_much",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "pinochle_club.middleware.take_what_browsers_send",
    "pinochle_club.middleware.leave_it_to_the_token",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "pinochle_club.middleware.stay_signed_in",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "pinochle_club.middleware.answer_in_words",
]

ROOT_URLCONF = "pinochle_club.urls"
WSGI_APPLICATION = "pinochle_club.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [places.PROGRAM / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["scoring.templatetags.words"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.acting.forms.of_every_page",
            ],
        },
    }
]

DATABASE_PATIENCE = environment.seconds("DATABASE_PATIENCE", 10, most=600)  # in which PostgreSQL has restarted

# Long work is done in processes of low priority beside each server process, so that no table waits for it.
WORKS_APART = True
PLAY_SECONDS = environment.seconds("PLAY_SECONDS", 0.2, most=60)  # for each decision of an Expert

# Copies of the database: a second place for them, which of them stay, and whether one is made each night.
BACKUP_TO = Path(text("BACKUP_TO")).expanduser() if text("BACKUP_TO") else None
BACKUP_KEEP = read_backup_keep()
for name in ("DEMO", "NEW_KEY", "SKIP_BACKUP"):  # a start asks when it comes to them; a wrong one is told at once
    environment.is_on(name, default=False)
BACKUP_NIGHTLY = environment.is_on("BACKUP_NIGHTLY", default=True)

METRICS = read_metrics()
METRICS_CLUBS = environment.is_on("METRICS_CLUBS", default=False)

# There from the first start until the demo is filled in, beside the server.
DEMO_IS_COMING = STATE_DIR / "demo_is_coming"

# Few views take a file, and say so (ground/uploads.py); what no view takes must not fill the disk.
FILE_UPLOAD_HANDLERS = ["pinochle_club.ground.uploads.NoFiles"]
# All totals of 80 tables in 40 rounds are one form; no page of ours sends more.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Printed cards, served again while they do not change: some 40 KB each, so 20 MB at most.
    "pdfs": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": STATE_DIR / "pdfs",
        "TIMEOUT": 30 * 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
    # The last archives, each of some 20 MB at most, for the next request for the same.
    "archives": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": STATE_DIR / "archives",
        "TIMEOUT": 15 * 60,
        "OPTIONS": {"MAX_ENTRIES": 3},
    },
    # What the Expert said of decisions, for all server processes: of each some 1 KB, so 5 MB at most.
    "judgements": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": STATE_DIR / "judgements",
        "TIMEOUT": 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 5_000},
    },
}

FORM_RENDERER = "pinochle_club.ground.form_controls.FormControls"

# Of new passwords; one that was chosen before these goes on working.
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "league.office.accounts.own_words.NoWordsOfTheClub"},
]

EMAIL_TIMEOUT = 10
# Mail is sent only where it is set up: links are shown as codes all the same.
EMAIL_URL = text("EMAIL_URL")
MAIL_IS_SET_UP = bool(EMAIL_URL)
if MAIL_IS_SET_UP:
    vars().update(read_mail_server())
    DEFAULT_FROM_EMAIL = read_sender(vars().get("EMAIL_HOST_USER") or "")
# Whether visitors may start clubs of their own, and whether the host has to let each of them in.
FOUNDING = environment.one_of("FOUNDING", "closed", "asked", "open")
if FOUNDING != "closed" and not MAIL_IS_SET_UP:
    raise environment.wrong("FOUNDING", "closed without EMAIL_URL: who starts a club shows that mail arrives")

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_TZ = True
TIME_ZONE = read_time_zone()

STATIC_URL = "/static/"
STATIC_ROOT = STATE_DIR / "staticfiles"
STATICFILES_DIRS = [places.PROGRAM / "static"]
MANIFEST_STORAGE = "pinochle_club.server.static_files.CompressedFiles"
PLAIN_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN_STORAGE if DEBUG else MANIFEST_STORAGE},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Nothing from outside, nothing inline: a name typed on a card can never become a script.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "no-referrer"  # a secret address must not travel to the next site
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "pinochle_club.ground.error_pages.foreign_form"
SESSION_COOKIE_AGE = 16 * 3600  # an evening, counted from the last hour in which something was done
LOGIN_URL = "league:sign_in"

# In the hall there is no certificate: browsers would drop secure cookies, and every form would be refused.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_PUBLIC
SECURE_SSL_REDIRECT = IS_PUBLIC
SECURE_REDIRECT_EXEMPT = [r"^health$", r"^metrics$"]
if IS_PUBLIC:
    # The proxy ends the TLS connection. It must set this header itself and drop a client's own (docs/server.md).
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

LOGS = environment.one_of("LOGS", "lines", "json")
# A log that cannot be written (a full disk) would print what it was about past the filter.
logging.raiseExceptions = False
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"redact_secret_links": {"()": "pinochle_club.server.logs.RedactSecretLinks"}},
    "formatters": {
        "lines": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "pinochle_club.server.logs.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOGS,
            "filters": ["redact_secret_links"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        # Django gives these two handlers of their own, which would print a secret address as it is.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # A figure that is refused, a dead link or a mistyped address is answered in words, to the one who can mend it.
        # The log is for faults of ours; what looks like an attack (a foreign host or form) has django.security.
        "django.request": {"level": "ERROR"},
        # These tell which browsers left before the answer came, and that a request had to wait.
        "waitress": {"level": "WARNING"},
        "waitress.queue": {"level": "ERROR"},
        # These tell each step of making a PDF.
        "weasyprint.progress": {"level": "WARNING"},
        "fontTools": {"level": "WARNING"},
    },
}
