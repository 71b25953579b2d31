"""Results of duplicate boards, on pages, paper and files.

A *traveler* lists all tables' results on one board. Places are those of `cards.standings`, so every screen, paper and
prize has the same. The pages are worked out once for everybody from rounds that are over; `boards.secrecy` says at each
look who may see which. Bots have a line of their own on travelers, and no rank.

`records` are an evening's boards with hands, once the cards are open. `at_home` gives play the boards of a final event;
`expert` is Experts' result on each, played by the worker once the event is closed.
"""
