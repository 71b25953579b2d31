"""What leaves the club.

Its rooms, each of which imports only those before it:

    archive  a club as one file: written, and made a club again
    hall     an evening lent to a hall's computer, and brought back
    moving   a club that goes to another address, or comes back
    api      what a website of the club's own may read: standings, evenings, results, the calendar, a page to embed
"""
