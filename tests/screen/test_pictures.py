"""The pictures in screenshots/ are what the program shows today."""

import pytest

from tests.pictures import FOLDER, PICTURES, Picture, draw


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
async def test_picture_is_fresh(picture: Picture) -> None:
    kept = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert kept == await draw(picture), "stale: python -m tests.pictures makes it anew"


def test_no_other_pictures() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == {picture.name for picture in PICTURES}
