"""Everything that is printed for an event: `papers` makes each kind of sheet, `joining` many in little memory."""
