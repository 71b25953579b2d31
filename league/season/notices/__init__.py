"""The week in words: what a club tells of an evening, as a page, on paper and by email.

**A notice is blocks bound to the ledger** (`night`, `prose`, `blocks`, all pure): a paragraph for each thing it tells,
with a key that stays. Each is written at each look and follows every correction, until somebody types over it, takes it
out, or adds one of their own. What was typed stands until somebody drops it, and remembers which figures it was written
from: once they have changed, readers are told so at that paragraph, on the page, on paper and in the mail. A text that
was typed before there were blocks is one block in place of all. The table of places is never typed. What is not sure (a
first, while an evening has no rows) is left out.

Each member gets a mail of their own, since the link that stops them is theirs. The deed lays letters into a queue, and
the worker sends them **at least once** (`post`): each is marked as sent right after the mail server took it, so a
worker that is killed in between sends that one again, under the same Message-ID. A letter has neither text nor
address: both are read when it goes out. A server that takes none is asked by one letter, ever less often, for three
days. Beside the notice a letter goes to each player who asked for it, which tells of their own night once the evening
is closed (`Letter.is_own`; the rooms above write it). Archives leave letters out, a restored backup holds back what
waited in it, and after two months the rows go.
"""
