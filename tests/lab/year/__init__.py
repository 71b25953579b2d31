"""A club's year, played as people play it, and every figure that the club is told held against another book.

    journal    what really happened, as somebody in the hall saw it; all that the other book is told
    web        a person at a browser: pages, links and forms by their words; a key that is missing is a fault
    clubs      the three clubs: people, game, plan of their nights
    nights     how a night is played: director, scorekeepers, treasurer
    at_home    tables between the nights: kitchens that keep a card, and games with bots
    computers  the club's computer, its drive, clock and address, which can be hit, and those beside it
    touch      a table's tablet as a real browser that is touched
    year       night after night, and after each all that is said, held against the book
    guided     somebody who taps what a passage of the Help names, and nothing else
    mishaps    what people, directors and things do wrong, and how it is mended by the pages that people have
    book       the other book: points, places, money, seasons, from the printed rules; imports nothing of the product
    entries    a club that is in a database, as a journal; `held` is its figures against the book
    reading    what pages, papers, files, interfaces and mails say: who, what, which figure
    holding    what was said against the book, in sentences
    report     what a club could read of its year
    faults     thirty faults of the product that the year must notice; `short` is the year that they come to

`python -m tests.lab.year --nights 2` plays the first two nights and says its figures in the last line.
`--small` plays with few people and short rounds.
"""
