"""Opponents to be played against by the bot protocol (`docs/bot-protocol.md`), besides today's bots."""
