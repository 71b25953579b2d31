import pytest

from league.management.evenings import play_table
from league.models import RoundTable
from scoring.models import Entry
from tests.league.makers import make_running_round

pytestmark = pytest.mark.django_db


def test_bots_write_down_what_a_table_writes_down():
    """A correction names what the sides melded; what each player did would contradict it, and no page asks for it."""
    make_running_round(players=4)

    sheet = play_table(RoundTable.objects.select_related("card__book_version", "event_round").get(), seed=1)

    assert sheet.is_finished
    kept = {name for entry in Entry.objects.filter(kind__in=("meld", "take")) for name in entry.payload}
    assert {"meld", "take"} <= kept
    assert not {name for name in kept if name.startswith("player_")}
