"""Log lines without secrets: the address of a card, a pass or a link opens it. So addresses are logged by their names,
as in `[league:pass]`, wherever they turn up."""

import json
import logging
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import unquote

HOST: Final = r"""\bhttps?://[^\s/'"<>]+"""
ADDRESS: Final = re.compile(rf"""({HOST}|(?<![\w.<]))((?:/|%2F)[^\s'"<>)\]}},]+)""", re.IGNORECASE)
NO_PAGE: Final = "[no page of ours]"
# The rest of an address that was cut up; names of files are not so mixed.
SECRET: Final = re.compile(r"(/|%2F)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}", re.ASCII)
STRANGERS: Final = "django.security."
# gunicorn tells from where it got a request that it could not read.
VISITOR: Final = re.compile(r"\bip=\S+?(?=: |$)")


def redact(text: str) -> str:
    return VISITOR.sub("ip=[visitor]", SECRET.sub(r"\1[secret]", ADDRESS.sub(_named, text)))


def _named(found: re.Match[str]) -> str:
    """The name of an address. Files of this machine, which tracebacks are full of, stay."""
    host, address = found.groups()
    path = "/" + unquote(address).partition("?")[0].partition("#")[0].lstrip("/")
    name = _name_of(path)
    if name:
        return f"{host}[{name}]"
    is_file = not host and Path(path).parts[1:] and Path("/", Path(path).parts[1]).exists()
    return found[0] if is_file or path.startswith("/static/") else f"{host}{NO_PAGE}"


def _name_of(path: str) -> str:
    from django.urls import resolve

    try:
        return resolve(path).view_name
    except Exception:  # whatever is wrong, the line is to be written, and without the address
        return ""


class RedactSecretLinks(logging.Filter):
    """Drops no record; replaces addresses by their names in all that could be printed. A stranger's faulty request,
    such as a foreign host or a huge form, is a single line without Django's traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redact(record.getMessage()), ()
        if record.name.startswith(STRANGERS):
            record.exc_info = record.exc_text = None
        if record.exc_info and not record.exc_text:
            # A formatter prints this text, if it is there, instead of making its own.
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redact(record.exc_text)
        if record.stack_info:
            record.stack_info = redact(record.stack_info)
        if hasattr(record, "request"):
            record.request = redact(repr(record.request))
        return True


class JsonLines(logging.Formatter):
    """A line of JSON for each record, for programs that collect logs (`LOGS=json`)."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        trace = "\n".join(filter(None, (record.exc_text, record.stack_info)))
        return json.dumps(said | ({"trace": trace} if trace else {}), ensure_ascii=False)
