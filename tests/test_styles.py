"""The style sheets hang together: a colour or a shape that is used is there."""

import re
from pathlib import Path

STYLES = Path(__file__).parent.parent / "static" / "css"


def test_custom_properties_that_are_used_are_defined():
    written = "\n".join(sheet.read_text() for sheet in STYLES.rglob("*.css"))

    used = set(re.findall(r"var\((--[\w-]+)", written))

    assert used - set(re.findall(r"(--[\w-]+)\s*:", written)) == set()
