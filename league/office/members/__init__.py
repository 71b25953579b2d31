"""The members and guests of a club, its pairs, and lists of them from and to other programs.

**A kept name is one that everybody may read.** The full name of a member shown by initials stands in the member list
and the log alone; where members themselves are shown, `naming` says who reads more. When the public name changes,
`deeds.names` writes it again everywhere, even in entries, which are only appended otherwise, since an anonymous
member's must be gone for good. No figure changes, so signatures stand; the newest entry of such a card becomes a
microsecond younger, which makes every process read the card again. Members who share a name are told apart by a number
(`Member.name_apart`), kept up by `tell_apart`.
"""
