"""The round's clock, the break, the message to all tables, and the projector's switch."""
