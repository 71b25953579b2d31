"""Writers at once in one log, on PostgreSQL too: no line is lost, and none stands beside another in the chain."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league.acting.deed import deed
from league.acting.seals import first_fault, lines_of
from tests.league.makers import acting_as, make_event
from tests.sampling import sample


@pytest.mark.django_db(transaction=True)
def test_writers_at_once_make_one_chain():
    event, times = make_event(), sample(5, 200)

    def write(number: int) -> None:
        where = event if number % 2 else event.club
        for turn in range(times):
            with deed(where, acting_as(), f"{number} {turn}") as doing:
                doing.tell("wrote", turn)
        connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))

    assert [(lines_of(where).count(), first_fault(where)) for where in (event, event.club)] == [(4 * times, "")] * 2
