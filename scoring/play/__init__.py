"""Deals played by people and bots, onto the same score card that a table keeps.

Pure, in reading order: `actions`, `state`, `seat_view` (what one seat may know), `players`, `table` (what a bot is),
`protocol` (our bots as programs), `review`, `bots`, `engine` (plays thousands of deals a second), `simulate` (what a
rule does), `record`, `themes`.

The Django edge: `games`, `shared`, `sets` and `together` write; `own_hands` keeps people's hands; `membership` asks the
clubs; `card_entries` turns a finished deal into entries of a card; `thinking` runs the bots, `par` and `jobs` what
takes long; then `forms`, `pages`, `views`.

**A state is its deal and its actions**, stored so and replayed through the rules, so an unreachable state can't be
read. Bots and screens get a seat's view and nothing else. Chance is an argument; in a shared deal secrets fix it: the
same answers come to the same cards. Where the dealer sits out, the state's book is `RuleBook.at` that dealer.

**Bots are watched, not waited for.** An answer holds a frame for each bot action (`pages/frames`). Bots think before
the transaction: an Expert a fifth of a second, its wait included; until its process is compiled, a Club player decides.
In practice the bots wait a moment, so that the last action can be taken back. A deal is saved over the text it was read
from.

**A table of friends is one game with several players** (`together`). A seat belongs to one device; `access.get_keeper`
shows cards to no other. The device of the player who acts sends the bots' actions, too; the others poll by POST, which
also says that they are there. Silence is found when others poll, never by a clock. The host is the first one there.

**The deal of the day ranks a club's members, on its day, once** (`shared`). Clubs that play alike share it. Who has
played it knows every card, so while the day lasts it takes a signed-in member, one attempt for an account, and no
review for anybody; guests play yesterday's. A member's own link doesn't count as signing in: it is on paper, and a
finder would spend the member's one try.

**A player's hands are rows** (`own_hands`, `PlayedHand`) of the account, else of the device, the newest 1,000 of each.
A club's table and ladder read them by today's roles, so merges and anonymous members follow; no club's archive has
them.

**Comparisons are paired** (`simulate`): two rules on the same cards. **Long work never holds a lock** (`jobs`): one
worker at lowest priority plays simulations after today's pars and printing ahead, before the pars of other hands.
"""
