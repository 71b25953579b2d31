"""What leaves the club: its archive, and what other websites may read."""
