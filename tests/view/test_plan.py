"""Where the parts stand: on the screen, apart from each other, the footer last, for every size."""

from __future__ import annotations

from itertools import product

import pytest

from sqrtdk_tui.tui.plan import LEAST_HEIGHT, LEAST_WIDTH, Place, Plan, plan, too_small

WIDTHS = sorted({*range(40, 48), 59, 60, 61, 77, 78, 79, 80, 81, *range(117, 124), 160, 200, 299, 300})
SETTINGS = list(product((False, True), (False, True), (2, 3, 4)))


def shown(found: Plan) -> dict[str, Place]:
    return {name: place for name, place in found.places.items() if place.width and place.height}


def check(width: int, height: int, *, full: bool = False, all_inputs: bool = False, word_rows: int = 2) -> None:
    found = plan(width, height, full=full, all_inputs=all_inputs, word_rows=word_rows)
    taken = [0] * height
    for name, place in shown(found).items():
        assert place.x >= 0, name
        assert place.y >= 0, name
        assert place.x + place.width <= width, name
        assert place.y + place.height <= height, name
        mask = ((1 << place.width) - 1) << place.x
        for row in range(place.y, place.y + place.height):
            assert not taken[row] & mask, f"{name} lies on another part at {width}x{height}"
            taken[row] |= mask
    assert found["footer"] == Place(0, height - 1, width, 1)
    assert full or all_inputs or found["charts"].height >= 7
    assert found["strip"].height or found["panel"].height, "the inputs are always there"


@pytest.mark.parametrize("width", WIDTHS)
def test_parts_lie_on_the_screen_and_not_on_each_other(width: int) -> None:
    for height in range(12, 121):
        check(width, height)
    for height in (*range(12, 32), 47, 48, 49, 119, 120):
        most = 2 if height < 16 else 3 if height < 20 else 4  # as many lines as the screen puts under the charts
        for full, all_inputs, word_rows in SETTINGS:
            if word_rows > most:
                continue
            check(width, height, full=full, all_inputs=all_inputs, word_rows=word_rows)


def test_every_row_of_the_usual_size_is_used() -> None:
    found = shown(plan(80, 24))
    assert sum(place.height for place in found.values()) == 24
    assert list(found) == ["title", "strip", "charts", "words", "tabs", "pane", "footer"]


def test_a_wide_screen_has_its_inputs_at_the_side() -> None:
    found = plan(120, 36)
    assert found["panel"].x == 0
    assert found["panel"].height == 36 - 2
    assert found["strip"].height == 0
    assert found["charts"].x > found["panel"].width
    assert plan(119, 36)["panel"].height == 0


def test_full_gives_the_charts_rows_to_the_pane() -> None:
    assert plan(80, 24, full=True)["charts"].height == 0
    assert plan(80, 24, full=True)["pane"].height > plan(80, 24)["pane"].height
    assert plan(40, 12, full=True)["pane"].height >= 5, "the pane is there by f even where it has no room of its own"


def test_a_larger_screen_never_has_smaller_charts() -> None:
    heights = [plan(80, height)["charts"].height for height in range(24, 121)]
    assert heights == sorted(heights)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (39, 12), (40, 11), (3, 200), (300, 5), (12, 12)])
def test_a_smaller_screen_says_the_size_that_is_needed_in_one_line(width: int, height: int) -> None:
    told = too_small(width, height)
    assert told
    assert len(told) <= width
    assert "\n" not in told
    assert plan(width, height) == Plan({})
    if width >= 24:
        assert f"{LEAST_WIDTH}x{LEAST_HEIGHT}" in told
        assert f"{width}x{height}" in told


def test_the_least_size_is_large_enough() -> None:
    assert too_small(LEAST_WIDTH, LEAST_HEIGHT) == ""
