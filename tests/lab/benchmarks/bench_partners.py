"""Partners: how often club players go over their own partner's bid, with bids that show meld and without, and how often
that was right. Under two contracts in a hundred are to be bought from the partner when nobody competes."""

from tests.lab.benchmarks import Row, sized
from tests.scoring.play.bots.partners import SETTINGS, auctions, better_bidders

DEALS = 600
SEED = "2911"
BOUGHT = 2.0


def run() -> list[Row]:
    rows = []
    for name, (book, meld_bids) in SETTINGS.items():
        found = auctions(book, SEED, sized(30, DEALS, 20_000), meld_bids=meld_bids)
        percent = 100 / found.deals
        rows += [
            Row(f"{name}: bought", percent * found.bought, "%", BOUGHT, "%, promised", at_most=1),
            Row(f"{name}: last bid over partner’s", percent * found.last, "%"),
            Row(f"{name}: bids over partner’s", percent * len(found.raises), "%"),
            Row(f"{name}: raiser better", 100 * better_bidders(found.raises), "%"),
        ]
    return rows
