"""Listings (django-tables2): one class per noun."""
