"""An API for a club's own website: its published standings, evenings, results and calendar, to read.

Everybody gets what a stranger sees, so other sites may read it from a browser, and no answer depends on a cookie.
`for_strangers` stands where other views have `@needs`. An answer's ETag is made of the newest line of the club's log
and the newest publication: a 304 costs four queries. django-ninja checks the questions and describes itself; the
description for people is a page of ours, since its own needs scripts. The embedded standings alone may stand in a
frame, and run no script.
"""
