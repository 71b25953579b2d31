"""Papers of an evening; a duplicate's boards are saved as files beside them. Many sheets are joined as they are made
(`pdfs.joining`): WeasyPrint keeps a laid-out document in memory, and joining finished files means reading them back
whole."""
