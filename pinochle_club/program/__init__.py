"""The program as it is installed: its commands, what the computer lacks, a service, the next version.

`command` is what `pinochle-club` starts. Each of its commands is a module with a `parser()` and a `main(arguments)`,
loaded when asked for. Nothing here knows what a club plays; `make` in a checkout calls the same modules.

**An update can be taken back** (`updating`). Versions lie beside each other, and one link says which is in force. A new
one is installed and looked over while the club is open; then the club closes for the copy and the switch. Unless it
answers by the new version, link and copy go back.

**The club can't write its own program** (`systemd`). A tap leaves a note, systemd sees it, and root takes the new
version from the place that the system's file names, unless the club could write there as well.
"""
