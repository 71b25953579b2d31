"""Does a club notice that a thousand others are on its server?

    DATABASE_URL=postgres://…/one  python -m tests.lab.thousand make --folder /tmp/clubs --clubs 1
    DATABASE_URL=postgres://…/many python -m tests.lab.thousand make --folder /tmp/clubs --clubs 1000
    python -m tests.lab.thousand measure --folder /tmp/clubs --one postgres://…/one --many postgres://…/many

The databases are empty to begin with. The club’s story is told once by the demo’s makers, in an empty SQLite, and lies
in the folder as an archive (`story`); its rows are copied (`copying`). A hundred clubs play tonight (`load`).
"""
