"""Accounts: signing in, passwords, and how often a wrong one is typed."""
