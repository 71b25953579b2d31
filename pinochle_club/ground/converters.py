"""How numbers stand in addresses: `<number:event_id>`, everywhere instead of Django's `<int:…>`."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class NumberConverter(IntConverter):
    """A whole number that the database can be asked for: a longer one breaks SQLite, and is no address of ours."""

    regex = "[0-9]{1,18}"


register_converter(NumberConverter, "number")
