"""A club that moves to another address: from a hall's computer to the web, or back.

**A club lives at one address.** It is marked as moved before its archive is made, so nothing is written here that the
archive lacks; where the archive comes in, the club lives from then on (`archive.here`). Here it is read, and plays the
evenings that are fetched from there. Moving back is the same, from there to here.
"""
