"""Rulings at a table: given, left for later, appealed, decided; and the calls that led to them.

A state machine (`steps`) leads to a ruling: pages ask for the hand, the kind and the facts, show the effect, and give
it. The effect is the same fold of the card with one more entry.

A player of the table rules on it only while no other official is here, and the ruling says so. Officials don’t decide
appeals of their own rulings: a link invites another person to this one decision, or all at the table agree
(`agreement`), which is final; the last side's yes decides.

A claim that a hand was recorded wrongly (`claims`) is a hold with a correction's line, entered when the other side
confirms it or a director decides. A hand that a ruling ended can be open again behind later ones; the card asks for it
first.
"""
