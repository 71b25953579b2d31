"""Views of play mode: `start` (sitting down), `table` (the page and everything a player does there), `shared`
(deals that several people play), `joining` (the same game on another device). `answers` is what they share.

A view of the table fetches the game with the access check, reads the form, asks `games` for what comes of it, and
answers with the fragment for saving.js or, for a plain form, leads back to the page. No GET changes anything.
"""
