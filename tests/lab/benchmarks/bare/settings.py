"""The club's own settings, with the bare view's addresses beside its own."""

from pinochle_club.settings import *  # noqa: F403

ROOT_URLCONF = "tests.lab.benchmarks.bare.urls"
