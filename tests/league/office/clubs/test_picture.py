"""A picture is made anew: nothing of a camera stays in it, and nothing else than a picture is taken."""

from io import BytesIO

import pytest
from PIL import Image

from league.models.clubs import MOST_OF_A_PICTURE
from league.office.clubs.picture import BOX, PictureFault, made_of


def picture(size=(1600, 900), kind="JPEG", mode="RGB", **more):
    out = BytesIO()
    Image.effect_noise(size, 60).convert(mode).save(out, kind, **more)
    out.seek(0)
    return out


def test_photo_loses_its_place_stands_upright_and_fits():
    about = Image.Exif()
    about[0x0112] = 6  # taken with the camera on its side
    about[0x010F] = "Camera of Ruth"
    about.get_ifd(0x8825)[2] = (42.0, 23.0, 11.0)
    sent = picture(exif=about)
    assert b"Camera of Ruth" in sent.getvalue()

    made = made_of(sent)

    found = Image.open(BytesIO(made))
    assert (found.format, found.size, dict(found.getexif())) == ("JPEG", (506, 900), {})
    assert (b"Ruth" in made, len(made) <= MOST_OF_A_PICTURE) == (False, True)
    assert made_of(picture((BOX[0], 40), "PNG", "RGBA")).startswith(b"\xff\xd8\xff")
    assert made_of(picture((60, 40), "WEBP")).startswith(b"\xff\xd8\xff")


@pytest.mark.parametrize("sent", [b"", b"<svg onload=alert(1)>", b"\xff\xd8\xff\xe0nonsense", b"GIF89a"])
def test_what_is_no_picture_is_not_taken(sent):
    with pytest.raises(PictureFault, match="no picture"):
        made_of(BytesIO(sent))


def test_picture_that_would_fill_the_memory_is_not_read():
    sent = bytearray(picture((10, 10), "PNG").getvalue())
    sent[16:24] = (30_000).to_bytes(4, "big") * 2  # the size that its head tells
    with pytest.raises(PictureFault):
        made_of(BytesIO(bytes(sent)))
