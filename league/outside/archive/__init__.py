"""A club as one file, to keep or to take to another server: written, read back with nothing lost.

**An archive is made of the models** (`tables`): every field is in it that is not left out with a reason, and reads as
its default from older files. A renamed or dropped one is a step between versions of the format (`steps`). All ids are
new, also those inside of JSON (`references`). Reading believes nothing (`reading`), and checks everything before the
transaction, which then only adds rows. An account in an archive is a new one here. In the archive for strangers
(`strangers`) what is not named stays private.
"""
