"""View and Reading -> the rows of each part of the screen. Pure; needs no numbers beyond what it is handed."""

from collections.abc import Sequence

from sqrtdk_tui import inputs
from sqrtdk_tui.inputs import Input
from sqrtdk_tui.options import PANES
from sqrtdk_tui.presets import PRESETS, Preset
from sqrtdk_tui.rows import Cell, Look, Row, beside, wrap
from sqrtdk_tui.tui import keys
from sqrtdk_tui.tui.view import View

_TITLES = {"steps": "Steps", "sum": "Sum"}


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
    cells = [_on_strip(entry, view) for entry in inputs.on_strip(view.lab, view.pane)]
    names = [entry.name for entry in inputs.on_strip(view.lab, view.pane)]
    at = names.index(view.active) if view.active in names else 0
    first = 0
    more: list[Cell] = [("m", "key"), (" more ", "dim")]
    while first < at and sum(map(_length, cells[first : at + 1])) > look.width - 8:
        first += 1
    shown = [cell for group in cells[first:] for cell in group]
    return look.spread(shown, more)


def _length(cells: Sequence[Cell]) -> int:
    return sum(len(text) for text, _ in cells)


def _on_strip(entry: Input, view: View) -> list[Cell]:
    value = entry.value(view.lab)
    if entry.name == "divide":
        value = inputs.divide_text(view.lab)
    chosen = entry.name == view.active and view.focus == "inputs"
    shown = (f"◂ {value} ▸", "chosen") if chosen else (value, "value")
    return [(f" {entry.label} ", "dim"), shown, ("  ", "text")]


def field(view: View, look: Look) -> Row:
    """The open field: what is typed, the old value while nothing is, and what is allowed or what was wrong."""
    entry, editor = view.input, view.editor
    before, under, after = (
        editor.text[: editor.cursor],
        editor.text[editor.cursor :][:1],
        editor.text[editor.cursor + 1 :],
    )
    room = max(10, look.width - len(entry.label) - 4 - min(len(entry.allowed), look.width // 3))
    shift = max(0, editor.cursor - room + 2)
    typed: list[Cell] = [(before[shift:], "field"), (under or " ", "cursor"), (after, "field")]
    old = f" (now {entry.value(view.lab)})" if not editor.text else ""
    return look.row((f" {entry.label} ", "title"), *typed, (f"{old}  {entry.allowed}", "dim"))


def line(view: View, look: Look) -> Row:
    """The line of options after `:`."""
    editor = view.editor
    shift = max(0, editor.cursor - look.width + 4)
    under = editor.text[editor.cursor :][:1] or " "
    if not editor.text:
        return look.row(
            (":", "key"), (" ", "cursor"), (" options, such as --d-k 128 --divide dk, or a whole command", "dim")
        )
    return look.row(
        (":", "key"),
        (editor.text[shift : editor.cursor], "field"),
        (under, "cursor"),
        (editor.text[editor.cursor + 1 :], "field"),
    )


def panel(view: View, look: Look, height: int) -> list[Row]:
    """All inputs that change something now, one a line or in two columns where lines are few."""
    if look.width < 60 and not view.all_inputs:
        return _side_panel(view, look, height)
    entries = view.choices()
    if look.width < 60 or len(entries) <= height:
        return [_panel_row(entry, view, look) for entry in entries][:height]
    half = Look(look.width // 2, look.ascii)
    rows = [_panel_row(entry, view, half) for entry in entries]
    right = rows[height:]
    return beside(rows[:height], right, half.width)


def _side_panel(view: View, look: Look, height: int) -> list[Row]:
    """The inputs in a column, and under them what the two charts are."""
    rows = [_panel_row(entry, view, look) for entry in inputs.on_strip(view.lab, view.pane)]
    told = (
        ("left", "softmax of the raw scores, nothing divided"),
        ("right", f"the same scores, divided by {inputs.divide_text(view.lab)} first"),
        ("m", "every input"),
    )
    for head, text in told:
        lines = wrap(text, look.width - 9)
        rows += [(), look.row((f" {head}".ljust(8), "key"), (lines[0], "dim"))]
        rows += [look.row((" " * 8 + line, "dim")) for line in lines[1:]]
    return rows[:height]


def _panel_row(entry: Input, view: View, look: Look) -> Row:
    if view.mode == "field" and entry.name == view.active and look.width < 60:
        return field(view, look)
    value = inputs.divide_text(view.lab) if entry.name == "divide" else entry.value(view.lab) or "as they come"
    chosen = entry.name == view.active and view.focus == "inputs"
    label = f" {entry.label}".ljust(13 if look.width < 60 else 20)
    return look.row((label, "dim"), (f"◂ {value} ▸" if chosen else f"  {value}", "chosen" if chosen else "value"))


def tabs(view: View, invitation: str, look: Look) -> Row:
    """The panes that there are, the open one in brackets, and what the next one would answer."""
    cells: list[Cell] = [("─ ", "axis")]
    for number, pane in enumerate(PANES, 1):
        name = f"{number} {_TITLES[pane]}"
        cells += [(f"[{name}]", "strong") if pane == view.pane else (f" {name} ", "value"), (" ", "axis")]
    used = sum(len(text) for text, _ in cells)
    room = look.width - used - 2
    told = invitation if len(invitation) + 2 <= room else ""
    line = "─" * (room - len(told) - (2 if told else 0))
    return look.row(*cells, (line, "axis"), (f" {told} " if told else "", "dim"), ("──", "axis"))


def footer(view: View, look: Look) -> Row:
    """The keys that work now, from the table, as many as there is room for."""
    cells: list[Cell] = []
    for signs, label in keys.footer(view.states):
        group: list[Cell] = [(f" {signs}", "key"), (f" {label} ", "dim")]
        if _length(cells) + _length(group) > look.width:
            break
        cells += group
    return look.row(*cells)


def presets(view: View, look: Look, height: int) -> list[Row]:
    """The list of presets, the chosen one marked, with its source below."""
    body, chosen_at, group = [], 0, ""
    for i, preset in enumerate(PRESETS):
        if preset.group != group:
            group = preset.group
            body.append(look.row((f" {group}", "title")))
        if i == view.row:
            chosen_at = len(body)
        body.append(_preset_row(preset, i == view.row, look))
    room = height - 3
    top = min(max(0, chosen_at - room // 2), max(0, len(body) - room))
    head = look.spread([(" Presets", "title")], [(f"{view.row + 1} of {len(PRESETS)} ", "dim")])
    source = look.row((f" source: {PRESETS[view.row].source}", "dim"))
    shown = body[top : top + room]
    return [head, *shown, *[()] * (room - len(shown)), source]


def _preset_row(preset: Preset, chosen: bool, look: Look) -> Row:
    mark, role = ("▸", "chosen") if chosen else (" ", "text")
    name = f"{mark} {preset.name}".ljust(27)
    return look.row((f" {name}", role), (preset.line, "text" if chosen else "dim"))


def page(lines: Sequence[Row], view: View, look: Look, height: int) -> list[Row]:
    """A window of `height` rows on a long text, as far down as the view has scrolled."""
    room = height - 1
    top = min(view.row, max(0, len(lines) - room))
    below = len(lines) - room - top
    told = f" {below} more lines below " if below > 0 else " the end "
    return [*lines[top : top + room], *[()] * (room - len(lines)), look.row((told, "dim"))]


def sentences(texts: Sequence[tuple[str, str]], look: Look, height: int) -> list[Row]:
    """Sentences with their roles, wrapped, in at most `height` rows."""
    rows = [look.row((f" {part}", role)) for text, role in texts if text for part in wrap(text, look.width - 2)]
    return rows[:height]
