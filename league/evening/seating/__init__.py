"""Who sits where: made, published, exchanged, planned anew. The search itself is pure and lies in `schedules`."""
