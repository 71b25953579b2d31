#!/usr/bin/env python
import sys

from pinochle_club.program.managing import main

if __name__ == "__main__":
    main(sys.argv[1:])
