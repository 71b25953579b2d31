#!/usr/bin/env bash
# Installs the club's program on Debian or Raspberry Pi OS (64 bit), so that it opens whenever the computer starts.
# From the folder that it lies in; the internet is asked at most for what the system itself lacks.
# Usage: sudo bash install.sh [--yes] [--dry-run] [--only-program FOLDER]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=/opt/pinochle-club
link=/usr/local/bin/pinochle-club
yes='' dry='' only=''

usage() {
    cat <<EOF2
Usage: sudo bash install.sh [--yes] [--dry-run] [--only-program FOLDER]

  --yes                  don't ask
  --dry-run              say what would be done, and do nothing
  --only-program FOLDER  into this folder: no packages of the system, no service, no sudo
EOF2
}

stop() {
    echo "$*" >&2
    exit 1
}

# Does it, or says it.
do_it() {
    if [ -n "$dry" ]; then printf '  %s\n' "$*"; else "$@"; fi
}

while [ $# -gt 0 ]; do
    case $1 in
    --yes) yes=1 ;;
    --dry-run) dry=1 ;;
    --only-program)
        only=1 link=''
        root=$(realpath -m "${2:?Name a folder}")
        shift
        ;;
    --help | -h) usage && exit ;;
    *) usage >&2 && exit 2 ;;
    esac
    shift
done

# -- is this the computer for it?

[ -n "$only$dry" ] || [ "$(id -u)" = 0 ] || stop "Only the computer's administrator can do this: sudo bash $0"
command -v python3 >/dev/null || stop "Python is missing: sudo apt install python3 python3-venv"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "Python $(python3 -V | cut -d' ' -f2) is too old, it takes 3.11: Debian 12 or Raspberry Pi OS of 2023, or newer."
python3 -c 'import sys; sys.exit(sys.maxsize < 2**32)' ||
    stop "This system works with 32 bits. Put the 64-bit Raspberry Pi OS on the card."

newest_in() {
    find "$1" -maxdepth 1 -name 'pinochle_club-*.whl' | sort -V | tail -n 1
}

wheel=$(newest_in "$here")
[ -n "$wheel" ] || stop "The program isn't beside this script. Copy the whole folder that it came in."
[ ! -f "$here/SHA256SUMS" ] || (cd "$here" && sha256sum --check --quiet --strict SHA256SUMS) ||
    stop "Some files here aren't whole. Copy the folder again."
if [ -e "$root/current" ]; then
    stop "The program is here already. To go on to a newer version: sudo pinochle-club update --from $here"
fi

# -- what will be done

echo "This installs the pinochle club's program, from $here:"
[ -n "$only" ] || echo "  - what it needs of the system (for printing, and for a name in the network), with apt: where that
    is missing, the internet is asked for it"
echo "  - the program, into $root"
[ -n "$only" ] || cat <<EOF2
  - a user of its own, pinochle-club, and the club's records in /var/lib/pinochle-club
  - a service that opens the club whenever this computer starts, and copies the records at night
EOF2
if [ -z "$yes$dry" ]; then
    read -rp "Type yes to go on: " answer || true
    [ "${answer:-}" = yes ] || stop "Nothing was changed."
fi

# -- doing it

if [ -z "$only" ]; then
    do_it bash "$here/install-packages" service || echo "Going on without: what is missing is told at the end."
fi
umask 022
new=''
trap 'rm -rf ${new:+"$new"}' EXIT # half a version is none
version=$(basename "$wheel" | cut -d- -f2)
new=$root/versions/$version
do_it mkdir -p "$root/versions"
do_it python3 -m venv "$new" || stop "Python's own environments are missing: sudo apt install python3-venv"
echo "Installing version $version. This takes a minute or two."
do_it "$new/bin/pip" install --quiet --disable-pip-version-check --no-index -f "$here" "$wheel"
do_it ln -sfn "versions/$version" "$root/current"
new='' # it is whole
[ -z "$link" ] || do_it ln -sfn "$root/current/bin/pinochle-club" "$link"

if [ -n "$only" ]; then
    echo "Open the club with: $root/current/bin/pinochle-club serve"
    exit
fi
do_it "$link" doctor || true
do_it "$link" service install --update-from "$here"
