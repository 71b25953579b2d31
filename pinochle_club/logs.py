"""Log lines without secrets: who holds a card's address can write on the card, so no log may hold it."""

import logging
import re

import gunicorn.glogging
from gunicorn.config import Config

# Cards to write on and to read (w, r), one-time links (l), passes of a table (t, event, table); also where an address
# holds another (?next=%2Fl%2F…).
SECRET_LINK = re.compile(r"((?:/|%2F)(?:[wrl]|t/\d+/\d+)(?:/|%2F))[A-Za-z0-9_-]{22,}", re.IGNORECASE)


def redact(text: str) -> str:
    return SECRET_LINK.sub(r"\1[secret]", text)


class RedactSecretLinks(logging.Filter):
    """Drops no record; replaces the secret part of such addresses in all that could be printed."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redact(record.getMessage()), ()
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


class GunicornLogger(gunicorn.glogging.Logger):
    """gunicorn keeps loggers of its own and names the address of a request that failed."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            log.addFilter(RedactSecretLinks())
