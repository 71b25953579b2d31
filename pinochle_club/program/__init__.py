"""The program as somebody has it: what one types, what the computer lacks, a service, the next version.

`command` is what `pinochle-club` starts. Each of its commands is a module with a `parser()` and a `main(arguments)`,
which is loaded when it is asked for. Nothing here knows what a club plays; `make` in a checkout calls the same modules.

Files of the program and of the club lie apart (`pinochle_club/ground/places`), so that a version can be thrown away and nothing is
lost. What is said to people names the command that fits where it runs (`pinochle_club/ground/commands`).

**An update can be taken back** (`updating`). Versions lie beside each other, and one link says which is in force. A new
one is installed and looked over while the club is open; then the club closes for the copy and the switch. Unless it
answers by the new version, link and copy go back.

**The club can't write its own program** (`systemd`). A tap leaves a note, systemd sees it, and root takes the new
version from the place that the system's file names, unless the club could write there as well.
"""
