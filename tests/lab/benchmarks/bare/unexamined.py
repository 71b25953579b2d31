"""The club's start without a look at its computer: what that look costs is measured beside it."""

from pinochle_club.server import run

run.examine = lambda: None

if __name__ == "__main__":
    run.main()
