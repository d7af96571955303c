"""View -> View: what each command of the key table does to what is shown. Pure; refusals raise LabError."""

from collections.abc import Callable
from dataclasses import replace

from sqrtdk_tui import command
from sqrtdk_tui.lab import MAX_SEED, Lab
from sqrtdk_tui.presets import HEADS, PRESETS
from sqrtdk_tui.tui import keys
from sqrtdk_tui.tui.editor import NOTHING, opened
from sqrtdk_tui.tui.view import View

Move = Callable[[View], View]
_PAGE = 10


def _arrow(way: int) -> Move:
    return lambda view: view.with_lab(view.input.step(view.lab, way))


def _choose(way: int) -> Move:
    def move(view: View) -> View:
        names = [entry.name for entry in view.choices()]
        return view.but(active=names[(names.index(view.active) + way) % len(names)])

    return move


def _token(way: int) -> Move:
    return lambda view: view.but(token=(view.place + way) % view.lab.count)


def _pane(name: str) -> Move:
    focus = {"focus": "pane"} if name in keys.LESSONS else {}
    return lambda view: view.but(
        **focus, pane=name, walk_at=None, playing=False, nudged=False, added=0.0, factor=1.0
    ).settled()


def _study(kind: str) -> Move:
    def move(view: View) -> View:
        lab, study = view.lab, "pairs" if view.lab.study == kind else kind
        method = "auto" if study == "assumptions" and lab.method == "law" else lab.method
        return view.with_lab(lab.changed(study=study, method=method))

    return move


def _open_field(view: View) -> View:
    return view.but(mode="field", editor=NOTHING)


def _next_draw(view: View) -> View:
    if not view.draws:
        return view.but(
            note="These scores are put in by hand or typed: nothing is drawn. 2 Sum draws, or choose drawn."
        )
    return view.with_lab(view.lab.changed(seed=0 if view.lab.seed == MAX_SEED else view.lab.seed + 1))


def _as_they_were(view: View) -> View:
    """The Slope pane's scores unmoved again."""
    return view.but(nudged=False, added=0.0, factor=1.0)


def _mine(view: View) -> View:
    """The learner's own settings, as they were before the tour or the quiz showed something."""
    if view.mine is None:
        return view.but(note="These are your settings.")
    return replace(view.with_lab(view.mine), mine=None, evidence="steps", note="Your own settings again.")


def _undo(view: View) -> View:
    if view.moved:
        return replace(_as_they_were(view), note="The scores are as they were.")
    if not view.past:
        return view.but(note="Nothing to undo.")
    lab = view.past[-1]
    return replace(view.with_lab(lab), past=view.past[:-1], note="Undone.")


def _defaults(view: View) -> View:
    return replace(_as_they_were(view).with_lab(Lab()), note="Back to the chapter's three bars; u undoes.")


def _leave(view: View) -> View:
    """Put away one thing: what is shown over the screen first, the pane's focus last."""
    for shown in ("command_shown", "all_inputs", "full", "covered", "thousand"):
        if getattr(view, shown) and shown != "covered":
            return view.but(**{shown: False}).settled()
    if view.moved:
        return _as_they_were(view)
    return view.but(focus="inputs", playing=False)


def accept(view: View) -> View:
    """Take what is typed.

    Raises:
        LabError, UsageError: it cannot be; the View stays as it is.
    """
    if view.mode == "line":
        pane, lab = command.parse_line(view.editor.text, view.pane, view.lab, kiosk=view.kiosk)
        focus = "pane" if pane in keys.LESSONS else view.focus
        return view.but(mode="explore", pane=pane, focus=focus).with_lab(lab).settled()
    if not view.editor.text.strip() and view.active != "labels":
        return view.but(mode="explore")
    return view.with_lab(view.input.typed(view.lab, view.editor.text)).but(mode="explore")


def _open_preset(view: View) -> View:
    preset = PRESETS[view.row]
    pane, lab = preset.open()
    shown = view.but(mode="explore", pane=pane).with_lab(lab).settled()
    ours = "; the scores are ours" if preset.group == HEADS else ""
    return replace(shown, note=f"{preset.name}: {preset.line}{ours}")


def _row(way: int) -> Move:
    def move(view: View) -> View:
        rows = len(PRESETS) if view.mode == "list" else len(keys.search(view.editor.text, view.states_below))
        return view.but(row=min(max(view.row + way, 0), max(0, rows - 1)))

    return move


def _scroll(way: int) -> Move:
    """The page's last line is known where it is drawn, which holds the row within it."""
    return lambda view: view.but(row=max(view.row + way, 0))


def _by_mode(rows: Move, page: Move) -> Move:
    return lambda view: page(view) if view.mode == "page" else rows(view)


def _toggle(name: str) -> Move:
    return lambda view: view.but(**{name: not getattr(view, name)}).settled()


def step_of(lab: Lab) -> int:
    """Slots that one step of the walk adds: 1, or a 64th of the walk."""
    return max(1, lab.d_k // 64)


def _step(view: View) -> View:
    stands = view.lab.d_k if view.walk_at is None else view.walk_at
    at = 0 if stands >= view.lab.d_k else min(stands + step_of(view.lab), view.lab.d_k)
    return view.but(walk_at=at, playing=False, thousand=False)


def _play(view: View) -> View:
    if view.playing:
        return view.but(playing=False)
    at = 0 if view.walk_at is None or view.walk_at >= view.lab.d_k else view.walk_at
    return view.but(walk_at=at, playing=True, thousand=False)


def play_on(view: View) -> View:
    """One frame of the walk: a sixtieth of it, so that it plays in at most 60 frames."""
    at = min((view.walk_at or 0) + -(-view.lab.d_k // 60), view.lab.d_k)
    return replace(view, walk_at=at, playing=at < view.lab.d_k)


MOVES: dict[str, Move] = {
    "less": _arrow(-1),
    "more": _arrow(+1),
    "input_up": _choose(-1),
    "input_down": _choose(+1),
    "token_before": _token(-1),
    "token_after": _token(+1),
    "token_up": _token(-1),
    "token_down": _token(+1),
    "type": _open_field,
    "pane_steps": _pane("steps"),
    "pane_sum": _pane("sum"),
    "pane_measure": _pane("measure"),
    "pane_slope": _pane("slope"),
    "pane_tour": _pane("tour"),
    "pane_quiz": _pane("quiz"),
    "mine": _mine,
    "sweep": _study("sweep"),
    "dial": _study("dial"),
    "assumptions": _study("assumptions"),
    "nudge": _toggle("nudged"),
    "add": lambda view: view.but(added=view.added + 100.0),
    "double": lambda view: view.but(factor=view.factor * 2.0, added=view.added * 2.0),
    "switch": lambda view: view.but(focus="pane" if view.focus == "inputs" else "inputs"),
    "presets": lambda view: view.but(mode="list", row=0),
    "all_inputs": lambda view: view.but(all_inputs=not view.all_inputs, focus="inputs").settled(),
    "next_draw": _next_draw,
    "cover": _toggle("covered"),
    "full": _toggle("full"),
    "undo": _undo,
    "defaults": _defaults,
    "line": lambda view: view.but(mode="line", editor=opened("")),
    "play": _play,
    "step": _step,
    "skip": lambda view: view.but(walk_at=None, playing=False, thousand=False),
    "thousand": lambda view: view.but(thousand=not view.thousand, playing=False),
    "help": lambda view: view.but(mode="page", row=0),
    "leave": _leave,
    "accept": accept,
    "close": lambda view: view.but(mode="explore", editor=NOTHING),
    "put_away": lambda view: view.but(mode="explore", editor=NOTHING),
    "palette": lambda view: view.but(mode="find", editor=NOTHING, row=0),
    "row_up": _row(-1),
    "row_down": _row(+1),
    "open": _open_preset,
    "line_up": _scroll(-1),
    "line_down": _scroll(+1),
    "page_up": _by_mode(_row(-_PAGE), _scroll(-_PAGE)),
    "page_down": _by_mode(_row(+_PAGE), _scroll(+_PAGE)),
    "page_on": _by_mode(_row(+_PAGE), _scroll(+_PAGE)),
}
