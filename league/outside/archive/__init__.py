"""A club as one file, to keep or to take to another server: written, read back with nothing lost."""
