"""Duplicate: the same cards for several tables, and what each made of them beside the others. Pure.

boards      a set of boards: dealt from a secret seed, with a digest told before, the seed after
text        an evening's boards and results as text after PBN, written and read
comparison  one board: what every table made of it, as matchpoints, over the datum, or in cross points"""
