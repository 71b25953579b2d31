"""The command: a bot that answers on standard output, where nothing else may stand."""

import io
import json
import sys

from django.core.management import call_command

from pinochle_club.ground import __version__


def test_bot_says_hello_and_nothing_else(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"type": "hello", "protocol": 1}\n{"type": "quit"}\n'))

    call_command("bot", "--strength", "expert", "--playouts", "50")

    name = f"Pinochle Club {__version__}, expert, 50 playouts"
    assert capsys.readouterr().out == json.dumps({"type": "hello", "protocol": 1, "name": name}) + "\n"
