"""The race for the title: the winners of an open season, how often out of many. The nights left are played thousands of
times (`model`), each player from their own nights. How far to trust it is measured on seasons whose end is known
(`tests/lab/race.md`). A club can switch it off."""
