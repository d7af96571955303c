"""The Measure and Slope panes on the screen: few keys lead to each discovery."""

from pathlib import Path

from tests.screen.driving import Driven, instrument


async def typed(shown: Driven, line: str) -> int:
    """Type a line of options; how many keys that took."""
    await shown.press(":")
    await shown.type(line)
    return len(line) + 2


async def test_measure_measures_by_itself_and_keeps_every_run() -> None:
    async with instrument("measure") as shown:
        assert "20,000 pairs at d_k = 64" in shown.text
        for words in ("variance", "exact", "±"):
            assert words in shown.part("pane")
        notebook = shown.app.instrument.studio.notebook  # type: ignore[union-attr]
        assert len(notebook.records) == 1
        await shown.press("right", "left")
        assert len(notebook.records) == 2, "a Lab that has been measured is shown, not measured again"
        await shown.press("g")
        assert shown.view.lab.seed == 1
        assert len(notebook.records) == 3


async def test_four_times_the_slots_is_twice_the_spread() -> None:
    async with instrument() as shown:
        await shown.press("3", "right", "right")  # three keys
        text = " ".join(shown.text.split())
        assert "64" in text
        assert "256" in text
        await shown.press("w")
        assert "twice the spread" in " ".join(shown.text.split())


async def test_dividing_by_d_k_is_too_much() -> None:
    async with instrument() as shown:
        await shown.press("3", "d")
        text = " ".join(shown.text.split())
        assert "÷ d_k leaves 0.125" in text
        assert "too much" in text


async def test_a_hundred_coins_pass_fifty_practically_never() -> None:
    async with instrument() as shown:
        await shown.press("p", "down", "enter", "3")
        text = " ".join(shown.text.split())
        assert "1 in 5.5 million" in text


async def test_where_the_undivided_slope_is_not_smaller() -> None:
    async with instrument() as shown:
        keys = await typed(shown, "--tokens 128")
        await shown.press("4")
        assert keys + 1 <= 25
        text = " ".join(shown.text.split())
        assert "undivided slope is larger" in text
        assert "512" in text
        assert "1024" in text


async def test_a_broken_assumption_says_what_is_right() -> None:
    async with instrument("measure") as shown:
        await shown.press("a")
        text = shown.part("pane")
        for name in ("mean", "Cauchy", "sparse"):
            assert name.lower() in text.lower()


async def test_escape_stops_at_once_and_keeps_what_was_measured() -> None:
    line = "measure --method slots --pairs 10000000 --d-k 1024"
    async with instrument(line, settled=False) as shown:
        screen = shown.app.instrument
        while "left" not in shown.part("pane"):
            await shown.pilot.pause()
        screen.press("escape", None)
        await shown.settle()
        assert screen.studio is not None
        (record,) = screen.studio.notebook.records
        assert 0 < record.findings.done < record.findings.asked
        assert " of 10,000,000 pairs at d_k = 1024" in shown.part("pane")


async def test_a_change_of_inputs_begins_anew_and_shows_nothing_old_as_new() -> None:
    line = "measure --method slots --pairs 10000000 --d-k 1024"
    async with instrument(line, settled=False) as shown:
        screen = shown.app.instrument
        while "left" not in shown.part("pane"):
            await shown.pilot.pause()
        screen.press("left", None)
        assert "1024" not in shown.part("pane").split("run")[0]
        while "left" not in shown.part("pane"):
            await shown.pilot.pause()
        screen.press("escape", None)
        await shown.settle()
        assert screen.studio is not None
        assert [record.findings.lab.d_k for record in screen.studio.notebook.records] == [512]


async def test_a_run_is_chosen_in_the_table_and_shown_again() -> None:
    async with instrument("measure") as shown:
        await shown.press("right", "right")
        assert shown.view.lab.d_k == 256
        await shown.press("tab", "up", "up", "enter")
        assert shown.view.lab.d_k == 64
        await shown.press("y")
        assert "sqrtdk-tui measure" in shown.text


async def test_what_cannot_be_measured_is_refused_in_a_sentence() -> None:
    async with instrument("measure --slots t5") as shown:
        await typed(shown, "--method law")
        assert "No exact law" in shown.text
        assert shown.view.lab.method == "auto"


async def test_runs_are_saved_as_a_table(tmp_path: Path) -> None:
    async with instrument("measure", out=str(tmp_path)) as shown:
        await shown.press("right", "s")
        table = (tmp_path / "sqrtdk-measure-d128.csv").read_text(encoding="utf-8")
        assert len(table.strip().splitlines()) == 3


async def test_the_nudge_moves_one_side_and_hardly_the_other() -> None:
    async with instrument("slope") as shown:
        assert "0.2227" in shown.part("pane")
        await shown.press("n")
        text = " ".join(shown.part("pane").split())
        assert "0.00034" in text
        assert "0.023" in text
        await shown.press("+")
        assert "no share moves" in " ".join(shown.part("pane").split())
        await shown.press("escape", "x")
        assert "Gaps count, not sizes" in " ".join(shown.part("pane").split())
        assert shown.view.factor == 2
        await shown.press("+", "u")
        assert not shown.view.moved
        await shown.press("x", "x", "0")
        assert not shown.view.moved


async def test_both_panes_are_ascii_and_fit_at_many_sizes() -> None:
    for size, pressed in (((80, 24), "wa4n"), ((120, 40), "d4"), ((40, 12), "4f")):
        async with instrument("measure", size=size, ascii=True) as shown:
            for key in pressed:
                await shown.press(key)
                cells = shown.cells()
                assert "".join(cells).isascii()
                assert all(len(line) == size[0] for line in cells)


async def test_a_pane_that_is_asked_for_by_name_is_seen_on_a_small_screen() -> None:
    async with instrument("measure", size=(40, 12)) as shown:
        assert "variance" in shown.part("pane")
