"""The instrument on its screen: what the keys do is asserted on the words that are shown."""

from pathlib import Path

import pytest
from textual.events import Paste

from sqrtdk_tui.command import parse_line
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.tui.app import SqrtdkApp
from sqrtdk_tui.tui.view import View
from tests.screen.driving import SIZES, instrument


@pytest.mark.parametrize("size", SIZES)
async def test_starts_with_the_three_bars(size: tuple[int, int]) -> None:
    async with instrument(size=size) as shown:
        for words in ("UNDIVIDED", "DIVIDED", "SPIKE", "MIX", "99.97%", "66.5%", "24.5%", "9.0%", "the", "cat", "sat"):
            assert words in shown.text
        cells = shown.cells()
        assert len(cells) == size[1]
        assert all(len(line) == size[0] for line in cells)


async def test_left_six_times_and_back_moves_the_left_chart_alone() -> None:
    async with instrument() as shown:
        start = shown.cells()
        right = [line[41:] for line in start[3:11]]
        await shown.press(*["left"] * 6)
        assert shown.view.lab.d_k == 1
        assert "dividing by 1 changes nothing" in shown.text
        at_one = shown.cells()
        assert [line[:40] for line in at_one[3:11]] != [line[:40] for line in start[3:11]]
        assert [line[41:] for line in at_one[3:11]] == right
        await shown.press("left")
        assert "d_k = 1 is the smallest" in shown.text
        await shown.press(*["right"] * 6)
        assert shown.cells() == start


async def test_the_trail_tells_the_collapse() -> None:
    async with instrument() as shown:
        assert '"the" undivided at d_k  1: 66.5%   4: 86.7%   16: 98.2%   ▸ 64: 99.97%' in shown.text


async def test_an_odd_d_k_is_typed_and_a_wrong_one_refused_in_place() -> None:
    async with instrument() as shown:
        await shown.press("enter")
        await shown.type("100")
        assert shown.view.lab.d_k == 100
        assert "÷ 10" in shown.text
        await shown.press("enter")
        await shown.type("1.5")
        assert "1.5 is not a whole number; use a whole number from 1 to 1048576." in shown.part("hint")
        assert shown.view.lab.d_k == 100
        await shown.press("escape")
        assert shown.view.lab.d_k == 100
        assert "hint" not in shown.text


async def test_digits_choose_panes_outside_a_field_and_type_inside() -> None:
    async with instrument() as shown:
        await shown.press("2")
        assert shown.view.pane == "sum"
        await shown.press("enter", "2", "enter")
        assert (shown.view.pane, shown.view.lab.d_k) == ("sum", 2)
        await shown.press("1")
        assert shown.view.pane == "steps"


async def test_scores_are_pasted_with_any_sign_and_line_end() -> None:
    async with instrument() as shown:
        await shown.press("down", "right")
        assert shown.view.lab.source == "raw"
        await shown.press("enter")
        shown.app.instrument.on_paste(Paste("−1\n2.5\n1e1\n"))
        await shown.press("enter")
        assert shown.view.lab.raw_scores == (-1.0, 2.5, 10.0)


async def test_every_divide_rule_has_its_words() -> None:
    async with instrument() as shown:
        told = {}
        await shown.press("down", "down")
        for _ in range(4):
            told[shown.view.lab.divide] = shown.part("words")
            await shown.press("right")
        assert "Divided by 8" in told["sqrt"]
        assert "Nothing is divided" in told["none"]
        assert "Divided by 64" in told["dk"]
        assert "the shares sum to 0.125 and the spike stays" in told["after"]


async def test_undo_and_reset() -> None:
    async with instrument() as shown:
        await shown.press("right", "right", "u")
        assert shown.view.lab.d_k == 128
        await shown.press("0")
        assert shown.view.lab.d_k == 64
        await shown.press("u", "u")
        assert shown.view.lab.d_k == 64
        await shown.press("u")
        assert "Nothing to undo." in shown.text


async def test_cover_hides_every_divided_number() -> None:
    async with instrument() as shown:
        await shown.press("c")
        assert "What will dividing by 8 leave it?" in shown.text
        assert "66.5%" not in shown.part("charts") + shown.part("pane") + shown.part("words").split("\n")[0]
        await shown.press("c")
        assert "66.5%" in shown.part("charts")


async def test_the_command_stays_until_escape_and_is_printed_after_quit() -> None:
    async with instrument("--d-k 128 --divide dk") as shown:
        await shown.press("y")
        assert "sqrtdk-tui --d-k 128 --divide dk" in shown.text
        await shown.press("right")
        assert "sqrtdk-tui --d-k 256 --divide dk" in shown.text
        await shown.press("escape")
        assert "sqrtdk-tui --d-k" not in shown.text
        assert shown.app.said == ["sqrtdk-tui --d-k 128 --divide dk"]


async def test_a_line_of_options_is_typed() -> None:
    async with instrument() as shown:
        await shown.press(":")
        await shown.type("sum --d-k 256 --slots t5")
        assert (shown.view.pane, shown.view.lab.d_k, shown.view.lab.slots) == ("sum", 256, "t5")
        await shown.press(":")
        await shown.type("--d-k zero")
        assert "zero is not a whole number" in shown.text
        assert shown.view.lab.d_k == 256
        await shown.press("escape")
        await shown.press(":")
        await shown.type("sqrtdk-tui")
        assert (shown.view.pane, shown.view.lab.d_k, shown.view.lab.slots) == ("steps", 64, "normal")


async def test_a_drawn_row_and_its_place() -> None:
    async with instrument("--tokens 3") as shown:
        assert "of 4,000 like it: median" in shown.text
        first = shown.part("charts")
        await shown.press("r")
        assert shown.view.lab.seed == 1
        assert shown.part("charts") != first
        await shown.press("right")
        assert shown.view.lab.d_k == 128


async def test_drawn_rows_stop_at_their_limit_with_a_sentence() -> None:
    async with instrument("--tokens 1024 --d-k 4096") as shown:
        await shown.press("right")
        assert shown.view.lab.d_k == 4096
        assert "4194304" in shown.text


async def test_a_long_draw_is_done_in_a_thread_and_marked() -> None:
    async with instrument("--tokens 1024 --d-k 2048 --seed 5") as shown:
        shown.app.instrument.press("r", "r")
        assert shown.app.instrument.computing.is_busy
        assert "Computing" in shown.text
        await shown.settle()
        assert "Computing" not in shown.text
        assert shown.view.lab.seed == 6


async def test_tokens_and_the_chosen_one() -> None:
    async with instrument() as shown:
        await shown.press("]")
        assert "▸cat" in shown.text
        assert "8 ÷ 8 = 1" in shown.text
        await shown.press("tab", "down")
        assert "▸sat" in shown.text
        await shown.press("[", "[", "[")
        assert "▸sat" in shown.text


async def test_the_sum_walks_plays_steps_and_ends() -> None:
    async with instrument("sum --d-k 128 --slots rademacher") as shown:
        await shown.press(".")
        assert "0 before the first slot" in shown.text
        await shown.press(".")
        assert shown.view.walk_at == 2
        assert "after 2 slots" in shown.text
        await shown.press("space")
        assert shown.view.playing
        await shown.press("e")
        assert not shown.view.playing
        assert "after 128 slots" in shown.text
        await shown.press("w")
        assert "1,000 sums of 128 slots by the exact law" in shown.text
        assert "Beyond ±64" in " ".join(shown.text.split())


async def test_playing_reaches_the_end_by_itself_in_at_most_sixty_frames() -> None:
    async with instrument("sum --d-k 100") as shown:
        await shown.press("space")
        frames = 0
        while shown.view.playing:
            shown.app.instrument.play_on()
            frames += 1
        assert frames <= 60
        assert "after 100 slots" in shown.text


async def test_presets_open_with_their_line() -> None:
    async with instrument() as shown:
        await shown.press("p")
        assert "Real heads" in shown.text
        await shown.press("down", "enter")
        assert shown.view.pane == "sum"
        assert (shown.view.lab.d_k, shown.view.lab.slots) == (100, "rademacher")
        assert "100 slots of ±1" in shown.text


async def test_help_lists_keys_and_words() -> None:
    async with instrument() as shown:
        await shown.press("?")
        seen = shown.text
        for _ in range(12):
            await shown.press("pagedown")
            seen += shown.text
        for word in ("d_k halves", "glossary", "dead row", "effective tokens", "the end"):
            assert word in seen
        await shown.press("escape")
        assert shown.view.mode == "explore"


async def test_full_gives_the_screen_to_the_pane() -> None:
    async with instrument(size=(40, 12)) as shown:
        assert "token" not in shown.text.replace("token ", "", 0) or not shown.part("pane")
        await shown.press("f")
        assert "undivided" in shown.part("pane")
        assert not shown.app.instrument.query_one("#charts").display


async def test_all_inputs_can_be_reached() -> None:
    async with instrument("--tokens 4") as shown:
        await shown.press("m")
        for label in ("σ of q", "μ of k", "ρ of q with k", "seed", "names"):
            assert label in shown.text
        while shown.view.active != "rho":
            await shown.press("down")
        await shown.press("right")
        assert shown.view.lab.rho == 0.25


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (39, 12), (40, 11), (20, 40)])
async def test_too_small_is_one_line_with_the_size_needed(size: tuple[int, int]) -> None:
    async with instrument(size=size) as shown:
        lines = [line.strip() for line in shown.cells() if line.strip()]
        assert len(lines) == 1
        assert "needs 40x12".startswith(lines[0][:11])


async def test_a_huge_screen_survives_and_comes_back() -> None:
    async with instrument() as shown:
        before = shown.cells()
        await shown.pilot.resize_terminal(500, 200)
        await shown.settle()
        assert "99.97%" in shown.text
        await shown.pilot.resize_terminal(1, 1)
        await shown.settle()
        await shown.pilot.resize_terminal(80, 24)
        await shown.settle()
        assert shown.cells() == before


async def test_ascii_is_ascii_everywhere() -> None:
    async with instrument(size=(80, 24), ascii=True) as shown:
        for keys in ((), ("2",), ("w",), ("p",), ("escape", "?"), ("escape", "m"), ("enter",), ("escape", ":")):
            await shown.press(*keys)
            assert "".join(shown.cells()).isascii(), keys


async def test_labels_are_text_never_markup() -> None:
    line = "--scores 3,2,1 --labels '[bold],[/red],日本語'"
    async with instrument(line) as shown:
        assert "[bold]" in shown.text
        assert "[/red]" in shown.part("pane")
        assert all(len(text) <= 80 for text in shown.cells())


async def test_saving_never_overwrites(tmp_path: Path) -> None:
    async with instrument(out=str(tmp_path)) as shown:
        await shown.press("s")
        await shown.press("s")
        names = sorted(path.name for path in tmp_path.iterdir())
        assert names == [
            "sqrtdk-steps-d64-2.svg",
            "sqrtdk-steps-d64-2.txt",
            "sqrtdk-steps-d64.svg",
            "sqrtdk-steps-d64.txt",
        ]
        assert "99.97%" in (tmp_path / "sqrtdk-steps-d64.txt").read_text(encoding="utf-8")
        assert "Saved sqrtdk-steps-d64-2.svg" in shown.text


async def test_saving_into_a_folder_that_is_gone_says_why(tmp_path: Path) -> None:
    async with instrument(out=str(tmp_path / "gone")) as shown:
        await shown.press("s")
        assert "Not saved" in shown.text


async def test_a_score_that_overflows_is_refused_and_the_old_one_stays() -> None:
    async with instrument("--source hand --scores 1e308,1 --d-k 1") as shown:
        await shown.press(*["right"] * 3)
        lab = shown.view.lab
        assert lab.d_k == 2
        assert "larger than 1.79e308" in shown.text


async def test_an_undefined_row_says_why() -> None:
    async with instrument("--scores -inf,-inf") as shown:
        assert "Every token is masked" in shown.text
        await shown.press("right", "2", "1", "f", "f")
        assert "Every token is masked" in shown.text


async def test_the_palette_finds_and_does_the_same_commands() -> None:
    async with instrument() as shown:
        await shown.press("ctrl+p")
        assert "presets: the chapter's" in shown.text
        await shown.press(*"doubles", "enter")
        assert shown.view.lab.d_k == 128
        await shown.press("ctrl+p", *"no such thing", "pagedown", "down", "enter")
        assert shown.view.mode == "explore"
        await shown.press("ctrl+p", *"preset", "enter")
        assert "Real heads" in shown.text


@pytest.mark.parametrize("line", ["--scores 1e308,1 --divide 0.1", "--source hand --scores 1e308,1"])
async def test_what_cannot_be_read_at_the_start_ends_with_its_sentence(line: str) -> None:
    pane, lab = parse_line(f"sqrtdk-tui {line}", "steps", Lab())
    app = SqrtdkApp(View(lab, pane))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.refused.endswith(".")
        assert app.return_code == 2


async def test_help_and_version_are_not_for_the_line() -> None:
    async with instrument() as shown:
        for word in ("--help", "-h", "sqrtdk-tui --version"):
            await shown.press(":")
            await shown.type(word)
            assert "? shows the help here" in shown.text
            await shown.press("escape")
        assert shown.app.is_running


async def test_a_small_screen_opens_the_pane_that_is_asked_for() -> None:
    async with instrument(size=(60, 20)) as shown:
        await shown.press("2")
        assert "Drawn, not the bars" in shown.part("pane")
        await shown.press("escape")
        assert "UNDIVIDED" in shown.part("charts")


async def test_what_goes_wrong_is_told_on_a_small_screen_too() -> None:
    async with instrument(size=(40, 12)) as shown:
        await shown.press("u")
        assert "Nothing to undo." in shown.part("words")


async def test_nothing_is_redrawn_where_nothing_is_drawn() -> None:
    async with instrument() as shown:
        await shown.press("r")
        assert shown.view.lab.seed == 0
        assert "nothing is drawn" in shown.text


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_quits(key: str) -> None:
    async with instrument() as shown:
        if key != "q":
            await shown.press("enter")
        await shown.pilot.press(key)
        await shown.pilot.pause()
        assert not shown.app.is_running or shown.app._exit
