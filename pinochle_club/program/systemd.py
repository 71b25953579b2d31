"""`pinochle-club service`: systemd opens the club whenever the computer starts.

All that is written is in `files`, which a test reads and `--dry-run` prints. The club's user may write in its folder,
on sticks (`BACKUP_TO`) and nowhere else, and makes the copy at night, when the closed club can't make it. The settings
are in `/etc/pinochle-club.env`, which every command reads by itself.
"""

import argparse
import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from pinochle_club.ground import addresses, places
from pinochle_club.ground.commands import command, manage
from pinochle_club.ground.environment import whole_number
from pinochle_club.program import updating
from pinochle_club.server import updates

USER: Final = places.NAME
UNITS: Final = Path("/etc/systemd/system")
STATE: Final = Path("/var/lib") / places.NAME
AVAHI: Final = Path("/etc/avahi/services/pinochle-club.service")
AVAHI_SETTINGS: Final = Path("/etc/avahi/avahi-daemon.conf")
NAME_IN_NETWORK: Final = "pinochle"
STARTED: Final = (f"{places.NAME}.service", f"{places.NAME}-backup.timer", f"{places.NAME}-update.path")

# No MemoryDenyWriteExecute: playouts are compiled to machine code while they run.
HARDENED: Final = """\
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
ReadWritePaths=-/media -/mnt -/run/media
UMask=0077
"""

CLUB: Final = """\
[Unit]
Description=The pinochle club
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
ExecStart={program} serve
User={user}
Group={user}
{folder}
KillMode=mixed
TimeoutStopSec=20
Restart=on-failure
RestartSec=5
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
{hardened}
[Install]
WantedBy=multi-user.target
"""

BACKUP: Final = """\
[Unit]
Description=A copy of the pinochle club’s records, if the club is closed and something is new

[Service]
Type=oneshot
ExecCondition=/bin/sh -c '! systemctl is-active --quiet {name}.service'
ExecCondition=/bin/sh -c '[ ! -e {state}/club.sqlite3 ] || [ {state}/club.sqlite3 -nt {state}/backups ]'
ExecStart={program} backup
User={user}
Group={user}
{folder}
CapabilityBoundingSet=
{hardened}"""

TIMER: Final = """\
[Unit]
Description=Each night, a copy of the pinochle club’s records

[Timer]
OnCalendar=*-*-* 04:30:00
Persistent=yes

[Install]
WantedBy=timers.target
"""

UPDATE: Final = """\
[Unit]
Description=The pinochle club goes on to a newer version

[Service]
Type=oneshot
ExecStart={program} update --asked
"""

WATCHER: Final = """\
[Unit]
Description=Somebody asks for a newer version of the pinochle club’s program

[Path]
PathExists={state}/{asked}

[Install]
WantedBy=multi-user.target
"""

IN_NETWORK: Final = """\
<?xml version="1.0" standalone='no'?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name>Pinochle club</name>
  <service>
    <type>_http._tcp</type>
    <port>{port}</port>
  </service>
</service-group>
"""

SETTINGS: Final = """\
# Settings of the club’s service; the manual tells of each. After a change: sudo systemctl restart pinochle-club
STATE_DIR={state}
PORT={port}
ALLOWED_HOSTS={name}.local
DEMO=0
# Where newer versions come from when an admin asks for one: a folder, such as /media/stick, or “index”, the internet.
{mark}UPDATE_FROM={source}
"""


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    if asked.what == "status":
        print("\n".join(status()))
        return
    if asked.what in ("install", "renew") and (refusal := refusal_of_place()):
        sys.exit(refusal)
    if asked.dry_run:
        for path, text in files(state_of_service(), asked.port or free_port(), asked.update_from).items():
            print(f"--- {path}\n{text}")
        return
    if not Path("/run/systemd/system").is_dir():
        sys.exit(f"This computer has no systemd, so it opens nothing by itself. By hand: {command('serve')}")
    if os.geteuid() != 0:
        sys.exit(f"Only the computer’s administrator can do this: sudo {command('service')} {asked.what}")
    match asked.what:
        case "install":
            install(asked.port or free_port(), asked.update_from)
        case "renew":
            write(asked.port or free_port())
        case _:
            remove()


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog=command("service"), description="Opens the club whenever this computer starts, or no longer."
    )
    made.add_argument(
        "what", choices=["install", "renew", "remove", "status"], help="renew: after an update, which does so"
    )
    made.add_argument("--port", type=int, help="where to listen (80 if it is free, so that no number must be typed)")
    made.add_argument(
        "--update-from", default="", metavar="FOLDER", help="where newer versions come from when an admin asks for one"
    )
    made.add_argument("--dry-run", action="store_true", help="print what would be written, and write nothing")
    return made


def refusal_of_place() -> str:
    """A service can't read in somebody's home, and a checkout is for those who change the program."""
    at = Path(sys.prefix)
    if places.IS_CHECKOUT or at.is_relative_to("/home") or at.is_relative_to("/root"):
        return (
            f"The program lies in {at}, where a service can’t use it. Install it for the whole computer, by the "
            "install.sh of a release: sudo bash install.sh"
        )
    return ""


def state_of_service() -> Path:
    """The folder in the settings, else where services keep their files."""
    return places.state_dir() if os.environ.get("STATE_DIR") else STATE


def free_port() -> int:
    given = os.environ.get("PORT", "")
    if given.isdecimal():
        return int(given)
    with socket.socket() as probe, suppress(OSError):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("", 80))
        return 80
    return 8000


def files(state: Path, port: int, source: str = "") -> dict[Path, str]:
    """The files of a service. Settings that are there already stay."""
    root = updates.root()
    program = (root / "current" if root else Path(sys.prefix)) / "bin" / places.NAME
    folder = f"StateDirectory={places.NAME}\nStateDirectoryMode=0700" if state == STATE else f"ReadWritePaths={state}"
    said = {
        "program": program, "user": USER, "name": places.NAME, "state": state, "folder": folder, "hardened": HARDENED,
        "asked": updates.ASKED,
    }  # fmt: skip
    written = {
        UNITS / f"{places.NAME}.service": CLUB.format(**said),
        UNITS / f"{places.NAME}-backup.service": BACKUP.format(**said),
        UNITS / f"{places.NAME}-backup.timer": TIMER,
        AVAHI: IN_NETWORK.format(port=port),
    }
    if root:
        written[UNITS / f"{places.NAME}-update.service"] = UPDATE.format(**said)
        written[updates.WATCHER] = WATCHER.format(**said)
    if not places.SYSTEM_SETTINGS.exists():
        written[places.SYSTEM_SETTINGS] = SETTINGS.format(
            state=state, port=port, name=NAME_IN_NETWORK, mark="" if source else "# ", source=source or "/media/stick"
        )
    return written


# -- doing it --------------------------------------------------------------------------------


def install(port: int, source: str) -> None:
    _make_user(state_of_service())
    write(port, source)
    places.SYSTEM_SETTINGS.chmod(0o640)
    shutil.chown(places.SYSTEM_SETTINGS, "root", USER)
    if name_in_network(NAME_IN_NETWORK):
        _control("try-restart", "avahi-daemon.service")
    _control("restart", STARTED[0])
    places.read_settings()
    try:
        updating.insist_on_answer("", while_=lambda: updating.is_active(STARTED[0]))
    except updating.UpdateError:
        sys.exit(f"The club didn’t open. What it says: journalctl -u {places.NAME} -n 30")
    print("\n".join(("", *status(), *first_link())))


def write(port: int, source: str = "") -> None:
    for path, text in files(state_of_service(), port, source).items():
        if path.parent.is_dir() and not (path.exists() and path.read_text() == text):  # no avahi, no name
            path.write_text(text)
            print(f"Wrote {path}")
    _control("daemon-reload")
    _control("enable", *(unit for unit in STARTED if (UNITS / unit).exists()))
    _control("start", *(unit for unit in STARTED[1:] if (UNITS / unit).exists()))


def _make_user(state: Path) -> None:
    try:
        pwd.getpwnam(USER)
    except KeyError:
        made = ["useradd", "--system", "--user-group", "--no-create-home", f"--home-dir={state}"]
        _run(*made, "--shell=/usr/sbin/nologin", USER)
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    if state.stat().st_uid == 0:
        shutil.chown(state, USER, USER)


def name_in_network(name: str) -> bool:
    """Have avahi call this computer so, unless it was given a name; whether that changed anything."""
    if not AVAHI_SETTINGS.is_file():
        return False
    text = AVAHI_SETTINGS.read_text()
    if re.search(r"^host-name=", text, re.MULTILINE):
        return False
    AVAHI_SETTINGS.write_text(text.replace("[server]\n", f"[server]\nhost-name={name}\n", 1))
    print(f"Tablets find this computer as {name}.local")
    return True


def first_link() -> list[str]:
    asked = [sys.executable, "-m", "pinochle_club", "manage", "set_admin_link"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd="/", env=updating.environment())
    return ["", done.stdout.strip()] if not done.returncode else []


def remove() -> None:
    state = state_of_service()
    written = [path for path in files(state, 0) if path != places.SYSTEM_SETTINGS]
    units = [path.name for path in written if path.parent == UNITS and path.exists()]
    if units:
        _control("disable", "--now", *(unit for unit in STARTED if unit in units))
    for path in written:
        path.unlink(missing_ok=True)
    if AVAHI_SETTINGS.is_file():
        text = AVAHI_SETTINGS.read_text()
        AVAHI_SETTINGS.write_text(text.replace(f"[server]\nhost-name={NAME_IN_NETWORK}\n", "[server]\n", 1))
    _control("daemon-reload")
    print(f"The club no longer opens by itself. Its records stay in {state}, its settings in {places.SYSTEM_SETTINGS}.")
    print(f"To open it by hand: {command('serve')}")


def status() -> list[str]:
    if not (UNITS / STARTED[0]).exists():
        return [f"There is no service. The club opens by hand: {command('serve')}"]
    address = addresses.lan_url(whole_number("PORT", 8000, most=65_535))
    lines = [
        f"The club is open: {os.environ.get('PUBLIC_URL') or address}"
        if updating.is_active(STARTED[0])
        else f"The club is closed. To open it: sudo systemctl start {places.NAME}\n"
        f"What it said last: journalctl -u {places.NAME} -n 30",
        "A copy at night is made while it is closed, too."
        if updating.is_active(STARTED[1])
        else "No copies are made at night while it is closed.",
    ]
    if updating.is_active(STARTED[2]):
        lines.append("An admin can ask for a newer version on the page of health.")
    return [*lines, f"Another way in for an admin: {manage('set_admin_link')}"]


def _control(*words: str) -> None:
    _run("systemctl", *words)


def _run(*typed: str) -> None:
    done = subprocess.run(typed, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(typed)} says: {(done.stderr or done.stdout).strip()}")
