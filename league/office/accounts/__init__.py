"""Accounts: signing in, passwords, and the count of wrong ones. The common library wants its own login views."""
