"""What officials rule at a table, and what comes of it: rulings, their slips, and the calls that led to them.

Somebody who played at the table rules on it only while no other official is here, and the ruling says so. Nobody
decides an appeal of their own ruling: without another official somebody is invited by a link that takes this one
decision, or all at the table agree, which is final: an `agreement` says what each side is asked and who said yes, and
the last yes is the decision. A claim that a hand was recorded wrongly (`claims`) is a hold with
the line of a correction, entered when the other side confirms it or a director decides. What a ruling would do is the
same fold with one more entry, and what it would move of final, prizes and money is shown before (`consequences`). A
hand that a ruling ended can be open again behind later ones; the card asks for it first.
"""
