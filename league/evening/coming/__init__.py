"""Who comes to the next nights, as members say it themselves or a director notes it."""
