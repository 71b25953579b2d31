"""How people who are level are told apart: at the line of a cut, and in the standings of a season. Pure."""
