"""Forms of play mode: beginning a game, and what a player does at the table. What is legal is asked of
`scoring.play.state`; a form only reads what was sent."""
