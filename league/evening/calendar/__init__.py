"""The club's calendar: a page of its nights and tables online, and the feed that people's own calendars read."""
