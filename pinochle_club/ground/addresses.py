"""The names and addresses of this machine on the local network, and a visitor's address as limits count it. Standard
library only."""

import re
import socket
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from .system import interface_addresses

WITH_PORT = re.compile(r"\[(?P<six>[^]]*)\](?::\d+)?|(?P<four>[\d.]+):\d+")


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """A visitor's address as all limits count it: of IPv6 the network of the house, without a port, IPv4 however it
    is written."""
    found = WITH_PORT.fullmatch(address)
    bare = (found["six"] or found["four"] or "") if found else address
    try:
        known = ip_address(bare.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Network((known, 64), strict=False))
    return str(known)


def main_lan_address() -> str:
    """The address to tell the tablets; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only makes the system choose a way out.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return next((address for address in interface_addresses() if address != "127.0.0.1"), "127.0.0.1")


def lan_url(port: int) -> str:
    return f"http://{main_lan_address()}" + ("" if port == 80 else f":{port}")


def lan_hosts() -> list[str]:
    """Every name and address by which a browser on the same network may call this machine."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    hosts = {"localhost", "127.0.0.1", "[::1]", name, short, f"{short}.local", main_lan_address()}
    return sorted(hosts | set(interface_addresses()))
