"""The digital score card: hands entered step by step, explained, corrected, signed, printed.

From the ground up, the pure core, the stored card, and the pages; none of these is imported by one before it.

    entries        the kinds of entry, a dataclass for each
    names          names of people at the table
    partners       partners in the next game
    meld_counts    counts of the meld helper's taps
    rulings        rulings on top of a hand
    sheet          entries → lines → totals
    next_boards    the board of a duplicate's hand
    people         the people in each seat, and the penalties on each
    player_scores  a round's totals and each player's score
    redeals        reasons to deal a hand again
    remarks        a table's remarks on a hand
    situations     a hand as the official who rules finds it
    rare_figures   figures that are asked about before they are saved
    recording      the only writer
    kept_sheets    sheets cached in memory
    whole_hands    a hand typed all at once, from paper or by a tablet without contact
    hosts          the host of an evening's card
    access         devices and secret links
    beginning      the beginning of a card: by a tap, or as the next game
    forms          typed input
    pages          page contents, ready to print
    listings       lists of cards
    pdfs           cards and rule books on paper
    views          fetch with the access check → form → one recording → page
    urls           the addresses

**Entries are appended, all else is derived.** A line is the newest of its entries, an undo takes one out, a signature
is for one version of the card. A preview is the same fold with one more entry.

**Every write is safe to repeat.** A form carries an id. The same id again answers the same and changes nothing; with
other contents it is refused. A form that missed another tablet's entry is answered with what changed, and keeps what
was typed.

**Pages are drawn by the server, with small scripts on top.** Every page is a plain form. `saving.js` sends entries
with `fetch` and not with htmx, because the exact bytes must be sent again after a reload; htmx previews, polls and
swaps. `ahead.js` draws the next cockpit at the tap, from templates fetched before; the answer confirms it or takes it
back, and a question that comes while the next step is typed waits beside it, so that no tap lands in another step.
While the server is away, `waiting.js` keeps whole hands and sends them in order later. A hand keeps its id while its
figures stay the same, and its entries' ids follow from it, so two tabs, two devices or a lost answer enter it once. It
is sent like a correction and written in one transaction; the card's present state decides. `figures.js` scores plain
hands on the tablet, from facts that `rules.plain_hands` derives from `score_deal`.

**A page says which lines it has** (`card.js`, by a mark of how each looks). An unchanged line is answered by an empty
one, for which htmx keeps the old, so a page of any version gets what it lacks.

**Secret links open nothing by a mere GET.** They are random, stored hashed, and shown once. Pages send no referrer,
and logs name an address, as in `[league:pass]`, without holding it.

**At a duplicate a card has boards** (`Setup.boards`). Each is scored alone: the card has no target and no skunk, and
the head of a side shows its lead. A hand's board is entered as read off the bag, never guessed, and one that isn’t next
is refused with words. The dealer follows from it, and nothing is dealt again. Other tables' results are never on the
card.

**A ruling lies on top of its hand, never in it** (`rulings`). It is an entry, and so are its appeals and decisions, so
taking one out restores exactly what stood, also after a correction; a hand that was played again steps back behind the
first. A director's correction leaves signatures standing, and the card says in another ink who changed what since, and
why. A ruling that changes the score strikes signatures: in a round being played each side signs again, in a closed one
nobody has to. No table takes out a director's entry, nor reaches past a ruling.

**Rare figures are asked about** (`rare_figures`). The form that saves asks whether another figure was meant; the
confirmation is kept in the entry (`sure`). A saved figure of one in a thousand is shown on the card, the hand, the
desk and beside the key that signs, until a tap on *It's right*, an entry that changes nothing. Signing stays open:
nearly all such hands are right. `tests/lab/entry.md` has the measurements."""
