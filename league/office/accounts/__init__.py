"""Accounts: signing in, passwords, and the count of wrong ones.

The common library for that wants its own login views and answers without a sentence.
"""
