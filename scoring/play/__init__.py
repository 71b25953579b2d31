"""A deal being played, by people and bots, onto the same score card that a table keeps.

Pure, in reading order: `actions` (what a seat can do), `state` (a deal as it stands), `seat_view` (what one seat may
know of it), `players`, `table` (what a bot is), `protocol` (our bots as programs), `review`, `bots` (the Expert is a
Club player that also plays the unseen cards out), `engine` (plays thousands of deals
a second; random deals hold it equal to the rules), `simulate` (many deals, to see what a rule does; see
`tests/lab/bots.md`), `record`, `themes` (what somebody does well, and what costs most).

The Django edge: `games`, `shared`, `sets` (boards beside the field) and `together` write, `kept` keeps people's own
hands, `membership` asks the clubs who is signed in and by which rules they play, `card_entries` makes a finished deal
three ordinary entries of a card, `thinking` is where bots think, `par` has hands played by an Expert, `jobs` has the
simulations in line; then `forms`, `pages`, `views`.

**A state is its deal and its actions.** That is what is stored and told. Reading it plays the actions again through
the rules, so no state can be read that could not be reached. Bots and screens see a seat's view and nothing else.
Chance is an argument, and a shared deal's chance is fixed by secrets: the same answers come to the same cards. Where
the dealer sits out, the book of a state is `RuleBook.at` that dealer: three play, and only the card and the mat know
of a fourth.

**Bots are watched, not waited for.** An answer holds a frame for each thing a bot did, with its pause
(`pages/frames`). A table's bots think before the transaction. An Expert whose turn comes late thinks for what is left
of its fifth of a second, and at least for a quarter of it; until its process has compiled what it needs, a Club player
decides in its place. Where one person plays with bots for practice, the bots wait a moment before they answer: until
then the last action can be taken back, which leaves the deal without it. A deal is saved over the text it was read
from, not over its number of actions.

**People who play together are one game with several players** (`together`). A seat belongs to one device, and
`access.get_keeper` shows the cards to nobody without one. The player who acts also sends what the bots do after it. The
others ask for news by one query that compares a mark. They ask by POST, since that says that the device is there; it
is written every ten seconds. That a player is silent is found when the others ask, never by a clock of the server's.
The host is the first of those who are there: until the deal the host gives people their seats, and at any time may
send somebody away or lock the table. Only the host lets the device of somebody sent away in again. A table of a set
plays its boards, each a game of the shared deal and a try of all who sit there: nobody sits down who knows cards of it.

**The deal of the day is a club's, and ranks its members, on its day, once** (`shared`). It is by the book the club
plays by (`membership.ClubBooks`); clubs that play alike share it, and see each other's results without names. A player
of the deal knows every card, and one fresh browser looks like another. So while the day lasts (by `TIME_ZONE`) only
accounts of the club's members sit down at it, each for one attempt, which is one in the database and goes on in any
browser they sign in; and nobody looks over its hands, not even who has played, who could tell a friend. Guests get
yesterday's deal, whose hands may all be seen, and are told where they would have stood. A member's own link is no
sign-in for this: it is on paper, and the one who picks it up would spend the member's one try. Play knows no clubs and
asks `membership`, where the league answers; also who may start simulations.

**A player's own hands are rows** (`kept`, `PlayedHand`): of the account that was signed in, else of the device, the
newest 1,000 of each. A second try at the same cards is not kept, nor a hand that is tried again from one of its
decisions: that is an attempt at the shared deal which begins with the actions so far (`shared.try_again`). A club's
table and ladder are read from them by today's roles, so merges and anonymous members follow by themselves. They belong
to the account, so no archive of a club has them. What choices cost is worked out by the Expert when the page is opened,
or by the worker when nothing else is to be done, and kept in the row with what is to be learned from each; a `lesson` a
week is chosen from it.

**A hand is measured by par** (`par`): the margin of an Expert in the same seat with the same cards and others. What
somebody makes beside it can be compared over books and days, and a rating comes of it (`record.rating`).

**A comparison is paired** (`simulate`): two rules are played on the same cards, and the interval is that of the
differences. **What takes long never holds a lock** (`jobs`): simulations are rows that one worker plays at the lowest
priority, after today's pars and printing all built-in books and their blank cards, before the pars of other hands; in
between it does the errands of other rooms.
"""
