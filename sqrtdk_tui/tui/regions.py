"""View and Reading -> the rows of each part of the screen. Pure; needs no numbers beyond what it is handed."""

from collections.abc import Sequence

from sqrtdk_tui import inputs
from sqrtdk_tui.inputs import Input
from sqrtdk_tui.presets import BROKEN, PRESETS, Preset
from sqrtdk_tui.rows import Cell, Look, Row, beside, width_of, wrap
from sqrtdk_tui.tui import keys
from sqrtdk_tui.tui.view import View

_TITLES = {"steps": "Steps", "sum": "Sum", "measure": "Measure", "slope": "Slope", "tour": "Tour", "quiz": "Quiz"}


def title(look: Look) -> Row:
    """The question, and the two keys that everyone needs first."""
    question = " Why divide before we mix?" if look.width >= 48 else ""
    return look.spread(
        [(" √d_k ", "title"), (question, "text")], [("?", "key"), (" help  ", "dim"), ("q", "key"), (" quit ", "dim")]
    )


def strip(view: View, look: Look) -> Row:
    """The inputs that matter now in one line, the chosen one between arrows. It slides so that this one is seen."""
    if view.mode == "field":
        return field(view, look)
    more: list[Cell] = [("m", "key"), (" more ", "dim")]
    entries = inputs.on_strip(view.lab, view.shown_pane)
    groups = [_on_strip(entry, view, look) for entry in entries]
    names = [entry.name for entry in entries]
    at, room = names.index(view.active) if view.active in names else 0, look.width - 8
    first = 0
    while first < at and sum(map(_length, groups[first : at + 1])) > room - 2:
        first += 1
    shown: list[Cell] = [("…", "dim")] if first else []
    for i, group in enumerate(groups[first:], first):
        if _length([*shown, *group]) > room - (0 if i == len(groups) - 1 else 2) and i != at:
            shown.append((" …", "dim"))
            break
        shown += group
    return look.spread(shown, more)


def _length(cells: Sequence[Cell]) -> int:
    return sum(len(text) for text, _ in cells)


def _on_strip(entry: Input, view: View, look: Look) -> list[Cell]:
    value = look.text(inputs.divide_text(view.lab) if entry.name == "divide" else entry.value(view.lab))
    chosen = entry.name == view.active and view.focus == "inputs"
    shown = (f"◂ {value} ▸", "chosen") if chosen else (value, "value")
    label = "÷" if entry.name == "divide" and view.draws else entry.label
    return [(f" {look.text(label)} ", "dim"), shown, (" ", "text")]


def field(view: View, look: Look) -> Row:
    """The open field: what is typed, and the old value while nothing is. What is allowed stands under it."""
    entry, editor = view.input, view.editor
    old = f" now {entry.value(view.lab) or 'as they come'}" if not editor.text else ""
    label = f" {entry.label} "
    return look.row((label, "title"), *_typed(view, look.width - len(label)), (old, "dim"))


def _typed(view: View, room: int) -> list[Cell]:
    """The text of the open editor with its cursor, slid so that the cursor is seen; a mark where it is cut."""
    editor = view.editor
    shift = max(0, editor.cursor - room + 4)
    before = ("…" if shift else "") + editor.text[shift + (1 if shift else 0) : editor.cursor]
    return [
        (before, "field"),
        (editor.text[editor.cursor :][:1] or " ", "cursor"),
        (editor.text[editor.cursor + 1 :], "field"),
    ]


def line(view: View, look: Look) -> Row:
    """The line of options after `:`, or the words that find a command."""
    find = view.mode == "find"
    head = "find " if find else ":"
    if view.editor.text:
        return look.row((head, "key"), *_typed(view, look.width - 6))
    told = " a part of its name" if find else " options, such as --d-k 128 --divide dk, or a whole command"
    return look.row((head, "key"), (" ", "cursor"), (told, "dim"))


def panel(view: View, look: Look, height: int) -> list[Row]:
    """All inputs that change something now, one a line or in two columns where lines are few."""
    if look.width < 60 and not view.all_inputs:
        return _side_panel(view, look, height)
    entries = view.choices()
    names = [entry.name for entry in entries]
    at = names.index(view.active) if view.active in names else 0
    if look.width < 60 or len(entries) <= height:
        return _window([_panel_row(entry, view, look) for entry in entries], at, height)
    half = Look(look.width // 2, look.ascii)
    lines = max(height, 1)
    first = 2 * lines * (at // (2 * lines))
    rows = [_panel_row(entry, view, half) for entry in entries[first : first + 2 * lines]]
    return beside(rows[:lines], rows[lines:], half.width)


def _side_panel(view: View, look: Look, height: int) -> list[Row]:
    """The inputs in a column, and under them what the two charts are."""
    rows = [_panel_row(entry, view, look) for entry in inputs.on_strip(view.lab, view.shown_pane)]
    for head, text in _told_at_the_side(view):
        lines = wrap(text, look.width - 9)
        rows += [(), look.row((f" {head}".ljust(8), "key"), (lines[0], "dim"))]
        rows += [look.row((" " * 8 + line, "dim")) for line in lines[1:]]
    return rows[:height]


def _told_at_the_side(view: View) -> tuple[tuple[str, str], ...]:
    lab = view.lab
    stays = ""
    if lab.source == "hand" and lab.divide == "sqrt":
        stays = f": × √{lab.d_k} by hand, ÷ √{lab.d_k} here, so it stays as it is at every d_k"
    return (
        ("left", "softmax of the raw scores, nothing divided"),
        ("right", f"the same scores, divided by {inputs.divide_text(lab)} first{stays}"),
        ("SPIKE", "one token takes 99% or more"),
        ("MIX", "several tokens get a share"),
        ("m", "every input"),
    )


def _panel_row(entry: Input, view: View, look: Look) -> Row:
    if view.mode == "field" and entry.name == view.active:
        return field(view, look)
    value = inputs.divide_text(view.lab) if entry.name == "divide" else entry.value(view.lab) or "as they come"
    chosen = entry.name == view.active and view.focus == "inputs"
    shown = f"◂ {value} ▸" if chosen else f"  {value}"
    label = look.columns([(f" {entry.label}", "dim")], [-(13 if look.width < 40 and not view.all_inputs else 21)])
    left = look.width - width_of(label)
    return (*label, *Look(left, look.ascii).row((shown, "chosen" if chosen else "value")))


def tabs(view: View, invitation: str, look: Look) -> Row:
    """The panes that there are, the open one in brackets, and what the next one would answer."""
    cells: list[Cell] = [("─ ", "axis")]
    for pane, number in keys.NUMBERS.items():
        name = f"{number} {_TITLES[pane]}"
        cells += [(f"[{name}]", "strong") if pane == view.pane else (f" {name} ", "value"), (" ", "axis")]
    used = sum(len(text) for text, _ in cells)
    room = look.width - used - 2
    told = invitation if len(invitation) + 2 <= room else ""
    line = "─" * (room - len(told) - (2 if told else 0))
    return look.row(*cells, (line, "axis"), (f" {told} " if told else "", "dim"), ("──", "axis"))


def footer(view: View, look: Look, first: tuple[str, ...] = (), own: Sequence[tuple[str, str]] = ()) -> Row:
    """The keys that work now, the pane's `own` and the table's, as many as there is room for; `first` before others."""
    cells: list[Cell] = []
    for signs, label in sorted([*own, *keys.footer(view.states)], key=lambda entry: entry[1] not in first):
        group: list[Cell] = [(f" {look.text(signs)}", "key"), (f" {_now(label, view)} ", "dim")]
        if _length(cells) + _length(group) > look.width:
            break
        cells += group
    return look.row(*cells)


def _now(label: str, view: View) -> str:
    """What the key would do now, for keys that go to and fro."""
    turned = {"play": view.playing, "cover": view.covered, "1000": view.thousand, "full": view.full}
    back = {"play": "pause", "cover": "uncover", "1000": "one walk", "full": "charts"}
    return back[label] if turned.get(label) else label


def presets(view: View, look: Look, height: int) -> list[Row]:
    """The list of presets, the chosen one marked, and all of its words below."""
    chosen = PRESETS[view.row]
    reason = "why" if chosen.group == BROKEN else "source"
    told = wrap(f"{chosen.name}: {chosen.line}", look.width - 2) + wrap(f"{reason}: {chosen.source}", look.width - 2)
    body: list[Row] = []
    marked = 0
    for i, preset in enumerate(PRESETS):
        if not i or preset.group != PRESETS[i - 1].group:
            body.append(look.row((f" {preset.group}", "title")))
        marked = len(body) if i == view.row else marked
        body.append(_preset_row(preset, i == view.row, look))
    head = look.spread([(" Presets", "title")], [(f"{view.row + 1} of {len(PRESETS)} ", "dim")])
    shown = _window(body, marked, height - 2 - len(told))
    return [head, *shown, (), *[look.row((f" {line}", "dim")) for line in told]]


def _window(body: Sequence[Row], marked: int, room: int) -> list[Row]:
    """`room` rows of a list, about the marked one."""
    top = min(max(0, marked - room // 2), max(0, len(body) - room))
    shown = list(body[top : top + max(0, room)])
    return shown + [()] * (room - len(shown))


def _preset_row(preset: Preset, chosen: bool, look: Look) -> Row:
    mark, role = ("▸", "chosen") if chosen else (" ", "text")
    name = look.columns([(f" {mark} {preset.name}", role)], [-28])
    left = Look(max(0, look.width - 28), look.ascii)
    return (*name, *left.row((preset.line, "text" if chosen else "dim")))


def found(view: View, look: Look, height: int) -> list[Row]:
    """The commands that the typed words find, the chosen one marked."""
    entries = keys.search(view.editor.text, view.states_below)
    body = [
        look.row(
            (f" {'▸' if i == view.row else ' '} {entry.help}", "chosen" if i == view.row else "text"),
            (f"  {' '.join(map(keys.sign, entry.keys))}", "key"),
        )
        for i, entry in enumerate(entries)
    ]
    head = look.row((" Commands", "title"), ("" if entries else "  none has these words", "dim"))
    return [head, *_window(body, view.row, height - 1)]


def page(lines: Sequence[Row], view: View, look: Look, height: int) -> list[Row]:
    """A window of `height` rows on a long text, as far down as the view has scrolled."""
    room = height - 1
    top = min(view.row, max(0, len(lines) - room))
    below = len(lines) - room - top
    told = f" {below} more lines below " if below > 0 else " the end "
    return [*lines[top : top + room], *[()] * (room - len(lines)), look.row((told, "dim"))]


def sentences(texts: Sequence[tuple[str, str]], look: Look, height: int, first: int = 0) -> list[Row]:
    """Sentences with their roles, wrapped, in at most `height` rows; the one that comes `first` has its rows first."""
    blocks = [[look.row((f" {part}", role)) for part in wrap(text, look.width - 2)] for text, role in texts if text]
    wanted = len(blocks[first]) if first < len(blocks) else 0
    rows, left = [], height
    for i, block in enumerate(blocks):
        room = left if i >= first else max(0, left - wanted)
        rows += block[:room]
        left -= len(block[:room])
    return rows
