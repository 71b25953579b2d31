"""Where lists as CSV files were; they are saved by `scoring.score_card.exports`."""

from scoring.score_card.exports import csv_response, unescaped

__all__ = ["csv_response", "unescaped"]
