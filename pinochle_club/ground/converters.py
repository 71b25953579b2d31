"""Numbers in addresses: `<number:event_id>`, everywhere instead of Django's `<int:…>`."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class NumberConverter(IntConverter):
    """A whole number short enough for the database: a longer one breaks SQLite."""

    regex = "[0-9]{1,18}"


register_converter(NumberConverter, "number")
