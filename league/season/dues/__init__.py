"""What each member owes the club: evenings that were not paid (`evening.check_in.debts`), and the year's dues.

`reading` is the one place where both meet: the treasurer's list, a member's own page and the mail of their night say
what it says. Evenings are paid at check-in; here the dues are set, and what comes in of them is entered.
"""
