"""The dependencies of the wheel: the very pins of `requirements.txt`, and of an extra those of its own file."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PIN = re.compile(r"^([\w.-]+(?:\[[^]]+\])?==[^\\#]*)", re.MULTILINE)
EXTRAS = {
    "fast": "playouts compiled to machine code",
    "standby": "a second computer",
    "cluster": "simulations on a Dask cluster",
}


class Pins(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = self.pins("requirements.txt")
        metadata["optional-dependencies"] = {extra: self.pins(f"requirements-{extra}.txt") for extra in EXTRAS}

    def pins(self, name: str) -> list[str]:
        return [pin.strip() for pin in PIN.findall((Path(self.root) / name).read_text())]
