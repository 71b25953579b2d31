"""What everybody came to in each round of a closed evening: the rows of the ledger, and what follows from them.

Evenings from before the ledger get their rows when the server starts (`rows.fill_rows`), so publishing reads no cards.
Where rows are to hold more than they did, or what they hold is read in another way, a migration empties the mark of the
evenings that have it on their cards, and they are filled in the same way; so does an archive from before. A night that
is reopened keeps its rows until it is closed again, and all that is made of rows counts it as it was when it was last
closed (`HAS_ROWS`).

Melds are counted by the seat that laid them (`facts`), and a double pinochle is one of its own name and no pinochle
beside. They count whatever became of their points, but only where a side's figure comes from them: a total that was
typed or ruled is no melds, and `named` says on how many hands they are known.

At a duplicate a row has its share of the boards of its round, and its place goes by them. What others made
of the same cards stands among its facts, so that grades need no cards. The mark of such an evening knows of the
director’s decisions about boards, too.
"""
