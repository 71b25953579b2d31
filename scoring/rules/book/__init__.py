"""A rule book: everything that differs between clubs, as typed and checked data.

Built-in books are TOML files in `books/`, a club's own are rows with the same schema. No module asks for a book's key:
it reads the figure or the switch it needs. A doubtful sentence of a club's rules is a switch with both readings
implemented, and an entry in `readings`.

Each chapter is a module: its entries with their names, choices and sentences in print (`Words`), how it is printed,
what must fit together, and the sentences beside a score (`Reason`). Chapters import only those before them: `section`,
`printing`, `reasons`, `chapter`, then `deal`, `exchange`, `redeal`, `auction`, `meld`, `play`, `bonuses`, `contract`,
`renege`, `money`, `game`, `tournament`, `procedure`, `vocabulary`; `rule_book` puts them together and `loading` reads
and checks a whole book.

A printed sentence names its rules, and `sources` the section of the club's text that each rule is from: a rule from
neither there nor a reading is the club's own."""

from .auction import BidStep as BidStep
from .loading import BOOKS_FOLDER as BOOKS_FOLDER
from .loading import BUILT_IN_ORDER as BUILT_IN_ORDER
from .loading import BookError as BookError
from .loading import Fault as Fault
from .loading import book_from_data as book_from_data
from .loading import book_from_json as book_from_json
from .loading import built_in_book as built_in_book
from .loading import built_in_books as built_in_books
from .loading import checked_again as checked_again
from .rule_book import CHAPTERS as CHAPTERS
from .rule_book import UNWRITTEN as UNWRITTEN
from .rule_book import RuleBook as RuleBook
