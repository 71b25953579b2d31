"""Order tied players: at the line of a cut, and in a season's standings. Pure."""
