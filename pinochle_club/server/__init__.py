"""Running a club on a computer: the first start, serving, its processes, copies of the database."""
