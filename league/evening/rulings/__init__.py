"""Rulings at a table: given, left for later, appealed, decided; and the calls that led to them.

A ruling is led to by a state machine (`steps`): a page asks for the hand, the kind and the facts, shows what the ruling
would do, and gives it. What it would do is the same fold with one more entry; what that would move of final, prizes and
money is shown, too (`consequences`).

A player of the table rules on it only while no other official is here, and the ruling says so. Officials don’t decide
appeals of their own rulings: where there is no other one, a link invites a person to this one decision, or all at the
table agree, which is final. An `agreement` says what each side is asked and who said yes; the last yes decides.

A claim that a hand was recorded wrongly (`claims`) is a hold with the line of a correction, which is entered when the
other side confirms it or a director decides. A hand that a ruling ended can be open again behind later ones; the card
asks for it first.
"""
