"""The week in words: a club's notice of an evening, as a page, on paper and by email.

**A notice is blocks bound to the ledger** (`night`, `prose`, `blocks`, all pure). Each follows every correction, until
a director types over it, takes it out, or adds one. Typed text remembers the figures it was written from: once they
change, readers are told so. Anything uncertain, such as a first while an evening has no rows, is left out.

Each member gets a mail of their own, since the link that stops them is theirs. The deed queues letters, and the worker
sends them at least once (`post`). Archives leave letters out, a restored backup holds back its waiting ones, and after
two months the rows go.
"""
