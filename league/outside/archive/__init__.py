"""A club as one file, to keep or to take to another server: written, read back with nothing lost.

**An archive is made of the models** (`tables`): every field is in it that is not left out with a reason, so a new one
is there by itself and reads as its default from older files. A renamed or dropped one is a step from one version of the
format to the next (`steps`), and a sample of each stays in the tests. All ids are new, also those inside of JSON, each
of which a test wants declared (`references`). Reading believes nothing (`reading`), and checks everything before the
transaction, which then only adds rows. An account in an archive is a new one here, whatever its name. The archive for
strangers is the other way around (`strangers`): what is not named there stays private.
"""
