"""Forms of play: beginning a game, and acts at the table. They only read; `scoring.play.state` says what is legal."""
