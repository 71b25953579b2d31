"""The director’s board, the projector and the log: what officials see of a whole evening."""
