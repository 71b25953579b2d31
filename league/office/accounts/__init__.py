"""Accounts: signing in, passwords, and the count of wrong ones.

Wrong passwords are counted by ourselves, in some sixty lines: the common library wants its own login views and answers
without a sentence. They cool off per account and address; a browser that has signed in before is counted by itself. A
process weighs one password at a time, with few in line: each takes a third of a second of a processor.
"""
