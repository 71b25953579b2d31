import threading

import pytest

from pinochle_club.server import gunicorn_config
from scoring.rules.book import built_in_books


def test_everything_is_imported_once_before_the_processes_are_made():
    assert gunicorn_config.preload_app


@pytest.mark.parametrize("is_played", [True, False])
def test_worker_reads_ahead_wakes_an_expert_where_people_play_warms_the_books_and_then_looks_after_the_computer(
    monkeypatch, is_played
):
    done = []
    monkeypatch.setattr("scoring.score_card.rare_figures.know_tables", lambda: done.append("rare"))
    monkeypatch.setattr("scoring.play.own_hands.was_played_lately", lambda: is_played)
    monkeypatch.setattr("scoring.play.thinking.is_ready", lambda: done.append("expert"))
    monkeypatch.setattr(gunicorn_config, "OTHERS_COME_FIRST", 0)
    monkeypatch.setattr("scoring.rules.meld_totals.warm", lambda book: done.append(book.key))
    monkeypatch.setattr("pinochle_club.server.health.keep_looking", lambda: done.append("looking"))

    gunicorn_config.post_worker_init(worker=None)
    for thread in [each for each in threading.enumerate() if each.name == "looking"]:  # none, where it has ended
        thread.join(timeout=60)

    assert done == ["rare", *["expert"] * is_played, *built_in_books(), "looking"]
