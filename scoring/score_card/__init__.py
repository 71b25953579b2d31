"""The digital score card: hands entered step by step, explained, corrected, signed, printed.

What a card comes to, pure; what is kept of it; what people meet. From the ground up: none of these is imported by one
before it.

    entries        what is entered, a dataclass for each kind of entry
    names          what people at the table are called
    partners       who partners whom in the next game
    meld_counts    what the meld helper's taps come to
    rulings        what lies on top of a hand
    sheet          entries → lines → totals
    next_boards    which board of a duplicate a hand is
    people         who plays in each seat, and which penalties fall on whom
    player_scores  a round's totals and each player's score
    redeals        why a hand is dealt again
    remarks        what a table writes beside a hand
    situations     a hand as the person who rules finds it
    rare_figures   figures that are asked about before they are saved
    recording      the only writer
    kept_sheets    sheets that stay in memory between two looks at them
    whole_hands    a hand typed all at once, from paper or by a tablet that had no contact
    hosts          who runs the evening that a card belongs to
    access         devices and secret links
    beginning      how a card begins: by a tap, or as the next game
    forms          what was typed
    pages          what is shown, ready to print
    listings       lists of cards
    pdfs           cards and rule books on paper
    views          fetch with the access check → form → one recording → page
    urls           the addresses

**Entries are appended, all else is derived.** A line is the newest of its entries, an undo takes one out, a signature
is for one version of the card. "What would this do?" is the same fold with one more entry.

**Every write is safe to repeat.** A form carries an id. The same id again answers the same and changes nothing,
whatever has become of what it was about; the same id with something else in it is refused. A form that missed what
another tablet entered is answered with what changed, and keeps what was typed.

**Pages are drawn by the server, with small scripts on top.** Every page is a plain form. `saving.js` sends entries
with `fetch` and not with htmx, because the exact bytes must be sent again after a reload; htmx previews, polls and
swaps. No step waits for its answer: `ahead.js` draws the next cockpit at the tap, from templates that were fetched
before, and the answer confirms it or takes it back with a word; a question that comes while the next step is typed
waits beside it, so that no tap lands in another step than its own. Where the server is away, `waiting.js` keeps whole
hands and sends them in order later. A hand keeps its id while it says the same, and the ids of its entries follow from
it, so two tabs, two devices and a lost answer enter it once. It is sent in the form of a correction and written in one
transaction, since nobody can know which steps the server has by then; what the card says by then decides. What a plain
hand comes to, the tablet says by itself (`figures.js`): arithmetic over facts that `rules.plain_hands` finds by having
`score_deal` score made-up hands.

**A page says which lines it has** (`card.js`, by a mark of how each looks). Lines that have not changed are answered
by an empty one, for which htmx keeps the old. So a page of any version gets what it lacks.

**Secret links open nothing by a mere GET.** They are random, stored hashed, and shown once. Pages send no referrer,
and logs name an address, as in `[league:pass]`, without holding it.

**At a duplicate a card has boards** (`Setup.boards`). Each is scored alone: the card has no target, no skunk and nobody
on the board, and the head of a side says what it is ahead by. A hand says which board it was, as somebody read it off
the bag: nothing is guessed, and one that isn’t next is refused with words. Who deals follows from it, and nothing is
dealt again. What other tables made of a board is never on the card.

**A ruling lies on top of its hand, never in it** (`rulings`). It is an entry, and so are its appeals and decisions.
The fold lays the effects of those that stand on what was entered. So taking one out gives back exactly what stood,
also after a correction, and a hand that was played again steps back behind the first. A director's correction leaves
signatures standing, since what the sides signed was right when they signed it; the card says in another ink who
changed what since, and why. A ruling that changes the score strikes signatures: in a round being played each side
signs again, in a closed one nobody has to. No table can take out what a director entered, nor reach past a ruling.

**Rare figures are asked about** (`rare_figures`). The form that saves asks whether a slip of the hand was meant as
another figure; what people confirm is kept in the entry (`sure`). Which figure of a saved hand is one in a thousand is
shown on the card, the hand, the board and beside the key that signs, until somebody says *It's right*, an entry that
changes nothing. Signing stays open: nearly all such hands are right. `tests/lab/entry.md` has the measurements.
"""
