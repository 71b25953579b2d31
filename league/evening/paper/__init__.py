"""Everything that is printed for an evening; the boards of a duplicate are saved as files beside it.

Many sheets are joined as they are made (`pdfs.joining`): WeasyPrint keeps a laid-out document in memory, and a library
that joins finished files reads them back as a whole. A season's book is made so, too, with the bookmarks of its parts
as its contents.
"""
