"""Rulings at a table: given, left for later, appealed, decided; and the calls that led to them.

A state machine (`steps`) leads to a ruling: pages ask for the hand, the kind and the facts, show the effect, and give
it. The effect is the same fold with one more entry; effects on final, prizes and money are shown, too (`consequences`).

A player of the table rules on it only while no other official is here, and the ruling says so. Officials don’t decide
appeals of their own rulings: without another one, a link invites a person to this one decision, or all at the table
agree, which is final. An `agreement` holds the outcome each side is asked to accept, and who has; the last yes decides.

A claim that a hand was recorded wrongly (`claims`) is a hold with a correction's line, entered when the other side
confirms it or a director decides. A hand that a ruling ended can be open again behind later ones; the card asks for it
first.
"""
