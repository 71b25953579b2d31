"""An evening lent to a hall's computer, and brought back: one club in two places.

**One computer writes an evening.** At home it is lent under a rising number and is read there until it comes back; the
hall's computer fetches it with what an evening needs of its club (`slices`), and plays it as its own. What the hall
sends, by line or as a file, is the evening alone: home takes it by the rows' own ids (`archive.taking`), believes
nothing else in it, and lets what follows an evening follow then, once.
"""
