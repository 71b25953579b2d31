"""Codes and links by mail: asked for within limits, sent by the worker, used once; and signing in by one of them.

Whether an account has an address is told to nobody: every answer is the same, and so is the work for it, since the mail
goes out later. An account signs in by mail only at an address where that was shown to arrive (`ProvenMail`)."""
