from pinochle_club.program.command import main

main()
