"""The director's desk, the projector and the log: an official's view of a whole evening.

**A poll without news is one small query.** The page carries a signed note that this browser may see it, which each
process checks once. Only cards with something new are read again, and only changed tables are drawn again. The filter
and the open table are in the address, like everything that must outlive a swap.

**Places one by one** (`reveal`) follow from the moment the director began, so a reload goes on in place.

**A line of the log leads to where its deed is corrected** (`pages.leads`), by its wording; a test reads all deeds' code
and names each kind that leads nowhere.
"""
