"""The director's board: every table in words, who needs the director first, and what to do about it. No queries.

In the order of reading: `desk`, `missing`, `tables`, `todos`, `page`.
"""

from .desk import Desk
from .missing import is_at_limit, missing_words
from .page import FILTERS, BoardContext, board_context
from .tables import table_names

__all__ = ["FILTERS", "BoardContext", "Desk", "board_context", "is_at_limit", "missing_words", "table_names"]
