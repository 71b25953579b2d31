import threading

from pinochle_club.server import gunicorn_config
from scoring.rules.book import built_in_books


def test_everything_is_imported_once_before_the_processes_are_made():
    assert gunicorn_config.preload_app


def test_worker_warms_the_totals_of_the_built_in_books(monkeypatch):
    warmed = []
    monkeypatch.setattr(gunicorn_config, "OTHERS_COME_FIRST", 0)
    monkeypatch.setattr("scoring.rules.meld_totals.warm", lambda book: warmed.append(book.key))

    gunicorn_config.post_worker_init(worker=None)
    for thread in threading.enumerate():
        if thread.name == "warm-books":
            thread.join(timeout=60)

    assert warmed == list(built_in_books())
