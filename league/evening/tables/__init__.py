"""The tables in the hall: passes, tablets, calls, paper cards.

A pass can be printed again: QR code and PIN come from a nonce in the database and the server's key (`passes`). Paired
tablets are known by their cookie, so neither wrong PINs nor a revoked pass lock one out. Wrong PINs count by guesser: a
known tablet by itself, others by address. Table and evening wait only when many guess.
"""
