"""Views of play: `start`, `table` (the page and a player's taps), `shared` (the deal of the day and deals handed on),
`sets` (twelve boards), `together`, `joining`, `reviews`, `records`, `simulations`; `answers` is what they share.

A table's view finds the game with access checked, reads the form, calls `games`, and answers with a fragment or a
redirect. No GET changes anything.
"""
