"""Makes screenshots/ anew from the real program: python -m tests.pictures."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.screen.driving import instrument

FOLDER = Path(__file__).parent.parent / "screenshots"


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: the command line and the keys that lead to it."""

    name: str
    line: str = ""
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = (80, 24)
    theme: str = "dark"


PICTURES = (
    Picture("instrument-80x24-dark"),
    Picture("instrument-80x24-light", theme="light"),
    Picture("instrument-120x36-dark", size=(120, 36)),
    Picture("instrument-120x36-light", size=(120, 36), theme="light"),
    Picture("one-slot-80x24-dark", "--d-k 1"),
    Picture("drawn-row-80x24-dark", "--tokens 8 --seed 2"),
    Picture("sum-120x36-dark", "sum --d-k 1024", size=(120, 36)),
    Picture("thousand-sums-120x36-dark", "sum --d-k 100 --slots rademacher", ("w",), (120, 36)),
    Picture("presets-80x24-dark", keys=("p", "down")),
    Picture("measure-80x24-dark", "measure"),
    Picture("measure-120x36-dark", "measure", ("right", "right"), (120, 36)),
    Picture("sweep-120x36-dark", "measure --sweep", size=(120, 36)),
    Picture("slope-80x24-dark", "slope", ("n",)),
    Picture("slope-120x36-dark", "slope", ("n",), (120, 36)),
    Picture("tour-80x24-dark", "tour", ("n", "b", "enter")),
    Picture("quiz-question-80x24-dark", "quiz", (*"zzzzzzzz", "b")),
    Picture("quiz-feedback-80x24-dark", "quiz", (*"zzzzzzzz", "b", "!")),
    Picture("quiz-feedback-120x36-light", "quiz", (*"zzzzzzzz", "b", "!", "v"), (120, 36), "light"),
)


async def draw(picture: Picture) -> str:
    """The picture as SVG."""
    async with instrument(picture.line, picture.size, theme=picture.theme) as shown:
        await shown.press(*picture.keys)
        return shown.app.export_screenshot(title="sqrtdk-tui")


def main() -> int:
    """Write every picture and remove what is no longer one."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {f"{picture.name}.svg": asyncio.run(draw(picture)) for picture in PICTURES}
    for old in FOLDER.glob("*.svg"):
        if old.name not in wanted:
            old.unlink()
    for name, svg in wanted.items():
        (FOLDER / name).write_text(svg, encoding="utf-8")
        print(f"screenshots/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
