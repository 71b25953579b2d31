"""A picture that somebody sends: only what is seen of it is kept, no place and no time of a camera."""

from __future__ import annotations

from io import BytesIO
from typing import IO, Final

from league.models.clubs import MOST_OF_A_PICTURE
from pinochle_club.ground.uploads import MOST_OF_A_FILE

MOST_BYTES: Final = MOST_OF_A_FILE // 2
FORMATS: Final = ("JPEG", "PNG", "WEBP")
TYPE: Final = "image/jpeg"
BOX: Final = (1200, 900)
# A photo is read at a part of its size; of others as many dots as fit into the memory of a small computer.
MOST_DOTS: Final = {"JPEG": 200_000_000, "PNG": 24_000_000, "WEBP": 24_000_000}
QUALITIES: Final = (82, 70, 55, 35)
PAPER: Final = "#fff"
NO_PICTURE: Final = "This is no picture that can be read. Choose a photo: JPEG, PNG or WebP."
TOO_MANY_DOTS: Final = "This picture has too many dots. Choose a smaller one."


class PictureFault(ValueError):
    """Why a file is not taken, for people."""


def made_of(file: IO[bytes]) -> bytes:
    """A JPEG that fits `BOX`. Raises `PictureFault`."""
    from PIL import Image, ImageOps  # not before somebody sends one

    try:
        with Image.open(file, formats=FORMATS) as found:
            if found.width * found.height > MOST_DOTS[found.format or ""]:
                raise PictureFault(TOO_MANY_DOTS)
            found.draft("RGB", (2 * BOX[0], 2 * BOX[1]))
            image = ImageOps.exif_transpose(found)
            image.thumbnail(BOX)
            seen = image.convert("RGBA")
    except PictureFault:
        raise
    except Exception as fault:  # whatever a forged file leads to
        raise PictureFault(NO_PICTURE) from fault
    flat = Image.new("RGB", seen.size, PAPER)
    flat.paste(seen, mask=seen)
    for quality in QUALITIES:
        out = BytesIO()
        flat.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
        if out.tell() <= MOST_OF_A_PICTURE:
            return out.getvalue()
    raise PictureFault(TOO_MANY_DOTS)
