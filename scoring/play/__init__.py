"""A deal being played, by people and bots, onto the same score card that a table keeps.

Pure: `actions` (what a seat can do), `state` (a deal as it stands), `seat_view` (what one seat
may know of it), `transcript` (a deal as text), `table` (bots play on), `bots`, `engine`,
`simulate`. Round them lies the Django edge.
"""
