"""The week in words: what a club tells of an evening, as a page, on paper and by email.

**A notice is written from rows, and typed over as a whole** (`night`, `prose`, both pure). Until somebody types, it is
written at each look and follows every correction. What was typed stands until somebody drops it, and remembers which
figures it was written from, so that its page says when they have changed. The table of places is never typed. What is
not sure (a first, while an evening has no rows) is left out.

Each member gets a mail of their own, since the link that stops them is theirs. The deed lays letters into a queue, and
the worker sends them **at least once** (`post`): each is marked as sent right after the mail server took it, so a
worker that is killed in between sends that one again, under the same Message-ID. A letter has neither text nor
address: both are read when it goes out. A server that takes none is asked by one letter, ever less often, for three
days. Archives leave letters out, a restored backup holds back what waited in it, and after two months the rows go.
"""
