"""The program as somebody has it: what one types, what the computer lacks, a service, the next version.

`command` is what `pinochle-club` starts. Each of its commands is a module with a `parser()` and a `main(arguments)`,
which is loaded when it is asked for. Nothing here knows what a club plays; `make` in a checkout calls the same modules.

Files of the program and of the club lie apart (`ground/places`), so that a version can be thrown away and nothing is
lost. What is said to people names the command that fits where it runs (`ground/commands`).
"""
