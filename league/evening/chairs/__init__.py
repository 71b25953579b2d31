"""Who really sat where: people who changed chairs in a round that runs or is closed.

The hands stay as they were written, by chair; who sat there is said again (`reseating`), from the first hand or from a
later one, and everything that a person brought along goes with them: who plays for them, how late they came, their
penalties. It is written on the cards of the tables it touches and in the round's rows, so every reading follows by
itself; what it does is shown before. A table may propose it as a hold on its card: nothing changes before a director
says yes.
"""
