"""Points of each round of closed evenings."""

from __future__ import annotations

from django.db import models

from .entrants import Entrant
from .events import Event


class LedgerRow(models.Model):
    """One round of a player, or a pair (`is_pair`: `entrant` and `partner` together), of a closed evening.

    Made from the cards' reading, again whenever a card changes, never edited. `round_number`, `table` and `side` lead
    to the card, and rows of one side of a table name partners (`ledger.rows.at_tables`, `by_side`). `partner` is a
    pair's other; what older versions kept there of players isn't read. `by_other_rules` tells a table by the evening's
    rules for other tables. `kind` is that of `cards.reading.ScoredRound`; `points` include penalties and credits. `won`
    is None for a sit-out. `place` is the evening's. `facts` are the counts of `ledger.facts`, which add up over rows.
    At a duplicate `boards` were compared, and came to `share`: as matchpoints in ten-thousandths of a board, else in
    hundredths of a point; None elsewhere.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="ledger")
    round_number = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="ledger")
    partner = models.ForeignKey(Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    is_pair = models.BooleanField(default=False)
    kind = models.CharField(max_length=10)
    points = models.IntegerField()
    won = models.BooleanField(null=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    side = models.CharField(max_length=4, blank=True)
    by_other_rules = models.BooleanField(default=False, db_default=False)
    place = models.PositiveSmallIntegerField()
    facts = models.JSONField(default=dict)
    share = models.IntegerField(null=True, blank=True)
    boards = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("event", "round_number", "entrant__number")
        constraints = (
            models.UniqueConstraint(
                fields=("event", "round_number", "entrant", "is_pair"), name="one_ledger_row_per_round"
            ),
        )
        # Who sat at somebody's tables is asked by table, whatever the number of tables beside it.
        indexes = (models.Index(fields=("event", "round_number", "table"), name="ledger_rows_of_a_table"),)

    def __str__(self) -> str:
        return f"{self.entrant}, round {self.round_number}: {self.points}"
