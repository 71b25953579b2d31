"""How anything is done, and by whom: who may, what was sent before, the log, how a view answers."""
