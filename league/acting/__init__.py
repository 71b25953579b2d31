"""How anything is done, and by whom: who may, what was sent before, the log, how a view answers.

* **A deed** (`deed`): `with deed(event, acting, client_id) as doing:` waits in the write queue, holds the rows,
  refuses what is closed, and knows whether the same was sent before; `doing.tell(…)` writes the line of the log. What
  cannot be done raises `Refused` with a sentence for people. At one table it is a `table_deed`, with the table's row.
* **A tap** and **a page with one form** (`answers`): `tapped(…)` and `form_page(…)`. An invalid form is answered 422,
  what cannot be done 409, with the page as it stands now. A tap names the page it was made on, and `page_again` lets
  that page's own view draw it: so a round is started in `rounds` and shown on the `board`, and neither imports the
  other.
* **A list that comes in** (`lists`, `list_form`): CSV, XLSX or pasted text become one text, which the preview's form
  carries; a `Layout` says what headings a kind of list has.
* **Who may**: `permissions` is the one table, `@needs(Action…)` the only way to ask it; a test walks every address
  with every role.
* **What every visitor may open of an event** and would take long with fifty tables is drawn once for each line of its
  log (`event_pages`); permission is checked before. A stranger's whole page is kept until something of what it rests on
  has changed (`unchanged`), for a view that says which words of its address it knows.
"""
