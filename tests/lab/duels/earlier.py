"""The bots of another checkout of this repository as a program: an earlier version as an opponent.

    git worktree add ../pinochle-1.3 55f22ceb
    python tests/lab/duels/earlier.py ../pinochle-1.3 --strength expert --playouts 600

Everything is that version's, rules and engine too, but what it lacks: how to speak the protocol comes from here.
"""

import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parents[3]


def main() -> None:
    tree = Path(sys.argv[1]).resolve()
    sys.path[0] = str(tree)
    play = import_module("scoring.play")
    play.__path__.append(str(HERE / "scoring" / "play"))
    serving = import_module("scoring.play.protocol.serving")
    version = import_module("pinochle_club").__version__

    parser = ArgumentParser(description=__doc__)
    parser.add_argument("tree", help="the other checkout")
    serving.add_options(parser)
    name, make = serving.made_by(vars(parser.parse_args()))
    answers, sys.stdout = sys.stdout, sys.stderr
    serving.serve(sys.stdin, answers, f"Pinochle Club {version} of {tree.name}, {name}", make)


if __name__ == "__main__":
    main()
