"""The tables in the hall: their passes, tablets, calls, and cards that are kept on paper.

A pass can be printed again: its QR code and PIN are made from a nonce in the database and the server's key (`passes`).
Paired tablets are known by their device cookie, so neither wrong PINs nor a revoked pass lock one out. Wrong PINs
count by who guesses: a tablet that the club knows by itself, all else by address; table and evening wait only when
many places guess.
"""
