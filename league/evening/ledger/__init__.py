"""The ledger: results of each round of a closed evening as rows, and their consequences.

Evenings without rows get them when the server starts (`rows.fill_rows`), so publishing reads no cards. Where rows are
to hold more, or cards are read in another way, a migration or an old archive empties the evening's mark, and they are
filled again. A reopened night keeps its rows until it is closed again (`HAS_ROWS`).

Melds are counted by the seat that laid them (`facts`), and only where the side's figure comes from them: a typed or
ruled total has no melds, and `named` says on how many hands they are known.

At a duplicate a row has its share of the round's boards, and its place goes by them. Its facts include others' results
with the same cards, so that grades need no cards, and its mark covers decisions about boards.
"""
