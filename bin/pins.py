"""What the wheel says of itself: the very pins of `requirements.txt` as dependencies, and of each extra its own;
and README as it can be read away from the source."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

HOME = ""
"""Where the source is to be read, such as https://example.org/pinochle/blob/main. Nowhere in public yet."""
LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?:)([^)]+)\)")
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

        metadata["readme"] = {"content-type": "text/markdown", "text": self.readme()}

    def readme(self) -> str:
        """Links lead to the source at its address; without one they are words, and pictures are left out."""
        text = (Path(self.root) / "README.md").read_text()
        there = rf"\1[\2]({HOME}/\3)"
        return LINK.sub(lambda link: link.expand(there) if HOME else link[2] * (not link[1]), text)

    def pins(self, name: str) -> list[str]:
        return [pin.strip() for pin in PIN.findall((Path(self.root) / name).read_text())]
