"""What a shell is told of our commands."""

import subprocess
from importlib.util import find_spec

import pytest

from pinochle_club.program import command, completion


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_command_and_its_options_are_completed(monkeypatch, capsys, shell):
    there = {name: made for name, made in command.COMMANDS.items() if find_spec(made[0])}
    monkeypatch.setattr(command, "COMMANDS", there)

    completion.main([shell])

    told = capsys.readouterr().out
    assert [name for name in there if name not in told] == []
    assert "--keep" in told


def test_bash_offers_what_fits(monkeypatch, capsys):
    monkeypatch.setattr(command, "COMMANDS", {"backup": command.COMMANDS["backup"]})
    completion.main(["bash"])
    script = capsys.readouterr().out
    asks = 'COMP_WORDS=(pinochle-club backup --k); COMP_CWORD=2; _shtab_pinochle_club; echo "${COMPREPLY[@]}"'

    answer = subprocess.run(["bash", "-c", f"{script}\n{asks}"], capture_output=True, text=True, check=True)

    assert answer.stdout.split() == ["--keep"]
