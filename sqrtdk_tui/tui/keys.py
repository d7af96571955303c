"""One table of state × key: it makes the bindings, the footer, the help page and the palette."""

from dataclasses import dataclass

from sqrtdk_tui import options

# Where a key works. A pane's own state joins "explore", or "pane" while Tab has given the pane the up and down keys;
# "measure pane" is Measure with those keys.
PANES = (*options.PANES, *options.LESSONS)
NUMBERS = {"steps": 1, "sum": 2, "measure": 3, "slope": 4, "tour": 6, "quiz": 7}
LESSONS = options.LESSONS  # with Tab's focus their keys are their own (see classroom): the state "lesson"
STATES = (
    "explore",
    "pane",
    *PANES,
    *(f"{pane} pane" for pane in PANES if pane not in LESSONS),
    "lesson",
    "field",
    "line",
    "find",
    "list",
    "page",
)
OPEN_STATES = ("field", "line", "find", "list", "page")
KIOSK = "kiosk"  # joins the states where the account may run nothing else


@dataclass(frozen=True, slots=True)
class Command:
    """What a key does. `footer` is its short name (empty: not in the footer), `rank` its place there."""

    name: str
    keys: tuple[str, ...]
    states: tuple[str, ...]
    help: str
    footer: str = ""
    rank: int = 99
    kiosk: bool = True  # is it there in a kiosk?

    def works(self, states: tuple[str, ...]) -> bool:
        """Is it there in these states?"""
        return any(state in self.states for state in states) and (self.kiosk or KIOSK not in states)


_EXPLORE, _BOTH, _ALL = ("explore",), ("explore", "pane"), STATES
_LESSON = (*_BOTH, "lesson")
_TABLES = ("steps pane", "sum pane", "slope pane")

COMMANDS = (
    Command("less", ("left",), _BOTH, "the chosen input down; d_k halves", "d_k", 1),
    Command("more", ("right",), _BOTH, "the chosen input up; d_k doubles", "d_k", 1),
    Command("input_up", ("up",), _EXPLORE, "the input before", "input", 2),
    Command("input_down", ("down",), _EXPLORE, "the next input", "input", 2),
    Command("token_before", ("[",), _BOTH, "the token before", "token", 9),
    Command("token_after", ("]",), _BOTH, "the next token", "token", 9),
    Command("token_up", ("up",), _TABLES, "the token before", "token", 3),
    Command("token_down", ("down",), _TABLES, "the next token", "token", 3),
    Command("type", ("enter",), (*_EXPLORE, *_TABLES), "type the chosen input's value", "type", 3),
    Command("run_up", ("up",), ("measure pane",), "the run before", "run", 3),
    Command("run_down", ("down",), ("measure pane",), "the next run", "run", 3),
    Command("show_run", ("enter",), ("measure pane",), "show the chosen run again", "show", 4),
    Command("pane_steps", ("1",), _BOTH, "Steps: how a score becomes a share", "pane", 4),
    Command("pane_sum", ("2",), _BOTH, "Sum: how a score grows, slot by slot", "pane", 4),
    Command("pane_measure", ("3",), _BOTH, "Measure: how large scores are, with the error expected", "pane", 4),
    Command("pane_slope", ("4",), _BOTH, "Slope: what a nudge moves, and where the story turns", "pane", 4),
    Command("pane_tour", ("6",), _BOTH, "Tour: the argument in ten steps, each predicted first", "tour", 5),
    Command("pane_quiz", ("7",), _BOTH, "Quiz: questions that come back as they fade", "quiz", 6),
    Command("mine", ("b",), _BOTH, "back to your own settings, after evidence of the tour or the quiz"),
    Command("switch", ("tab", "shift+tab"), _LESSON, "arrows to the pane, and back to the inputs"),
    Command("presets", ("p",), _BOTH, "presets: the chapter's, real heads, broken assumptions", "presets", 5),
    Command("all_inputs", ("m",), _BOTH, "all inputs, or only those that matter now", "inputs", 6),
    Command("next_draw", ("r",), _BOTH, "the next draw: seed + 1", "redraw", 8),
    Command("cover", ("c",), _BOTH, "cover or uncover the divided side", "cover", 7),
    Command("command", ("y",), _BOTH, "show and copy the command that makes this screen", "copy", 8),
    Command("save", ("s",), _BOTH, "save the picture (SVG) and the reading (text)", "save", 10, kiosk=False),
    Command("full", ("f",), _LESSON, "the pane on the whole screen, and back", "full", 7),
    Command("undo", ("u",), _BOTH, "undo the last change of inputs", "undo", 11),
    Command("defaults", ("0",), _BOTH, "back to the chapter's three bars", "reset", 12),
    Command("line", (":",), _BOTH, "type options as on the command line"),
    Command("play", ("space",), ("sum",), "play and pause the walk", "play", 0),
    Command("step", (".",), ("sum",), "one step of the walk", "step", 0),
    Command("skip", ("e",), ("sum",), "to the end of the walk", "end", 0),
    Command("thousand", ("w",), ("sum",), "a thousand walks, and back to the one", "1000", 0),
    Command("go", ("g",), ("measure",), "measure again", "measure", 0),
    Command("sweep", ("w",), ("measure",), "sweep over d_k, and back", "sweep", 0),
    Command("dial", ("d",), ("measure",), "the divisor dial, and back", "dial", 0),
    Command("assumptions", ("a",), ("measure",), "which assumption broke? and back", "assumptions", 0),
    Command("nudge", ("n",), ("slope",), "nudge the chosen token's raw score by 0.01", "nudge", 0),
    Command("add", ("+",), ("slope",), "add 100 to every score", "+100", 0),
    Command("double", ("x",), ("slope",), "double every score; Esc takes all moves back", "double", 0),
    Command("help", ("?",), _LESSON, "every key, and a glossary", "help", 13),
    Command("leave", ("escape",), _LESSON, "put away what is shown, or leave the pane"),
    Command("palette", ("ctrl+p",), _LESSON, "find a command by its name"),
    Command("repaint", ("ctrl+l",), _ALL, "paint the whole screen again"),
    Command("suspend", ("ctrl+z",), _ALL, "to the shell; fg comes back", kiosk=False),
    Command("quit", ("q",), (*_LESSON, "page", "list"), "quit", "quit", 14),
    Command("quit_now", ("ctrl+q", "ctrl+c"), _ALL, "quit, also from inside a field"),
    Command("accept", ("enter",), ("field", "line"), "take what is typed", "take it", 0),
    Command("close", ("escape",), ("field", "line"), "close, the old value stays", "cancel", 1),
    Command("run", ("enter",), ("find",), "do the chosen command", "do it", 0),
    Command("put_away", ("escape",), ("find", "list", "page"), "close", "close", 1),
    Command("row_up", ("up",), ("find", "list"), "the row before", "choose", 2),
    Command("row_down", ("down",), ("find", "list"), "the next row", "choose", 2),
    Command("open", ("enter",), ("list",), "open the chosen preset", "open", 0),
    Command("line_up", ("up",), ("page",), "a line up", "scroll", 2),
    Command("line_down", ("down",), ("page",), "a line down", "scroll", 2),
    Command("page_up", ("pageup",), ("find", "list", "page"), "a page up"),
    Command("page_down", ("pagedown",), ("find", "list", "page"), "a page down"),
    Command("page_on", ("space",), ("list", "page"), "a page down"),
)

BY_NAME = {command.name: command for command in COMMANDS}
_SIGNS = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def states_of(mode: str, focus: str, pane: str, *, kiosk: bool = False) -> tuple[str, ...]:
    """The states in force: what is open, else who has the arrows, joined by the open pane's own."""
    where = (KIOSK,) if kiosk else ()
    if mode in OPEN_STATES:
        return (mode, *where)
    if focus == "pane" and pane in LESSONS:
        return ("lesson", *where)
    who = "pane" if focus == "pane" else "explore"
    return (who, pane, f"{pane} {who}", *where)


def find(key: str, states: tuple[str, ...]) -> Command | None:
    """The command of this key in these states, if it has one."""
    for command in COMMANDS:
        if key in command.keys and command.works(states):
            return command
    return None


def sign(key: str) -> str:
    """A key as people know it: ←, Enter, ctrl+q."""
    return _SIGNS.get(key, key)


def footer(states: tuple[str, ...]) -> list[tuple[str, str]]:
    """(keys, short name) for these states, most wanted first; keys of one short name stand together."""
    named: dict[str, list[Command]] = {}
    for command in COMMANDS:
        if command.footer and command.works(states):
            named.setdefault(command.footer, []).append(command)
    groups = sorted(named.items(), key=lambda item: item[1][0].rank)
    return [(_together([command.keys[0] for command in commands]), label) for label, commands in groups]


def _together(keys: list[str]) -> str:
    if len(keys) == 1:
        return sign(keys[0])
    if all(key.isdigit() for key in keys):
        return f"{keys[0]}-{keys[-1]}"
    return "".join(map(sign, keys))


def search(words: str, states: tuple[str, ...]) -> list[Command]:
    """The commands of these states whose help, footer word or name holds every one of the words."""
    wanted = words.lower().split()
    known = [c for c in COMMANDS if c.works(states) and c.name != "palette"]
    return [c for c in known if all(w in f"{c.help} {c.footer} {c.name}".lower() for w in wanted)]
