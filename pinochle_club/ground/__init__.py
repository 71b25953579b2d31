"""What everything stands on, whatever the club plays: it imports nothing of ours."""
