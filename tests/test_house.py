"""The shape of the house: imports point down, heavy parts stay where they belong, every room is small."""

from __future__ import annotations

import ast
import graphlib
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sqrtdk_tui"
MOST_LINES = 300

# From the ground up. A module imports only from below, a package also from itself.
LAYERS = (
    ("engine", "typed", "digits", "runs", "glossary", "content"),
    ("options", "terminal"),
    ("quiz_options",),
    ("lab",),
    ("command",),
    ("inputs", "presets", "reading"),
    ("walk", "study", "charts", "labels"),
    ("rows",),
    ("words",),
    ("meters",),
    ("picture", "steps", "sum_pane", "measure"),
    ("slope", "evidence"),
    ("report", "tour_facts"),
    ("tour",),
    ("quiz", "tour_words"),
    ("quiz_dialogue", "learner"),
    ("tui",),
    ("opening",),
    ("quiz_command",),
    ("cli",),
    ("__main__",),
)
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}
MAY_IMPORT = {
    "textual": {"tui"},
    "plotext": {"charts"},
    "rich": {"tui", "labels", "rows", "words", "meters", "picture", "measure", "slope"},
    "numpy": {"engine", "reading", "walk", "study", "meters", "picture", "sum_pane", "charts"},
}
NUMBERS_ONLY = (
    "engine",
    "typed",
    "digits",
    "options",
    "terminal",
    "lab",
    "command",
    "inputs",
    "presets",
    "reading",
    "walk",
)
PURE_SCREEN = ("editor", "keys", "view", "moves", "plan", "regions", "help_page")


def module_name(path: Path) -> str:
    """sqrtdk_tui/engine/slots.py -> sqrtdk_tui.engine.slots."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def room(module: str) -> str:
    """The part of the package that a module belongs to: engine, lab, tui ...; empty for the package itself."""
    return module.split(".")[1] if "." in module else ""


@cache
def imported(module: str) -> frozenset[str]:
    """Every module that this one imports, at its top or later, read from its source."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: say where from"
            base = node.module or ""
            names = {f"{base}.{alias.name}" for alias in node.names}
            found.update(names & set(MODULES))
            if names - set(MODULES):
                found.add(base)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            found.update(arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
    return frozenset(found)


@pytest.mark.parametrize("module", [name for name in MODULES if room(name)])
def test_imports_point_down(module: str) -> None:
    here = room(module)
    assert here in LAYER, f"give {here} a layer here"
    for other in imported(module):
        there = room(other)
        if other.startswith("sqrtdk_tui") and there and there != here:
            assert LAYER[there] < LAYER[here], f"{module} imports {other}, which is not below it"


@pytest.mark.parametrize("module", list(MODULES))
def test_the_heavy_parts_have_one_door_each(module: str) -> None:
    for other in imported(module):
        allowed = MAY_IMPORT.get(other.split(".")[0])
        assert allowed is None or room(module) in allowed, f"{module} imports {other}"


def test_the_engine_needs_numpy_and_nothing_else() -> None:
    for module in MODULES:
        if room(module) == "engine":
            outside = {name.split(".")[0] for name in imported(module)} - sys.stdlib_module_names
            assert outside <= {"numpy", "sqrtdk_tui"}


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {module: imported(module) & set(MODULES) - {module} for module in MODULES}
    tuple(graphlib.TopologicalSorter(graph).static_order())


def loaded_by(*modules: str) -> set[str]:
    """What a fresh process has loaded after importing these."""
    code = f"import sys\nfor name in {modules!r}: __import__(name)\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT
    )
    return set(done.stdout.split())


def of(*rooms: str) -> list[str]:
    return [module for module in MODULES if room(module) in rooms]


def test_the_numbers_load_neither_screen_nor_charts() -> None:
    assert not {"textual", "rich", "plotext"} & loaded_by(*of(*NUMBERS_ONLY))


def test_the_quiz_and_the_tour_load_neither_screen_nor_charts_nor_the_scheduler() -> None:
    loaded = loaded_by(*of("content", "evidence", "tour", "tour_facts", "tour_words", "quiz"))
    assert not {"textual", "rich", "plotext", "fsrs", "platformdirs"} & loaded


def test_the_printed_report_loads_no_screen() -> None:
    assert "textual" not in loaded_by("sqrtdk_tui.cli", "sqrtdk_tui.report")


def test_the_screen_s_pure_parts_load_no_screen() -> None:
    assert "textual" not in loaded_by(*(f"sqrtdk_tui.tui.{name}" for name in PURE_SCREEN))


def test_numbers_and_charts_are_loaded_after_the_first_paint() -> None:
    assert not {"numpy", "plotext"} & loaded_by("sqrtdk_tui.tui.app")


@pytest.mark.parametrize("module", list(MODULES))
def test_a_room_is_small_and_says_what_it_is_for(module: str) -> None:
    text = MODULES[module].read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert ast.get_docstring(ast.parse(text)) or not text


def test_nothing_is_left_to_do() -> None:
    left = re.compile(r"#.*\b(TODO|FIXME|XXX|HACK)\b|\bissue #?\d", re.IGNORECASE)
    for path in [*MODULES.values(), *(ROOT / "tests").rglob("*.py")]:
        if path != Path(__file__):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                assert not left.search(line), f"{path}:{number}: {line}"


def clean(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    clean("ruff", "check", "--quiet")


def test_ruff_would_change_no_layout() -> None:
    clean("ruff", "format", "--check", "--quiet")


def test_types_hold_strictly() -> None:
    clean("mypy", "--strict")


def test_every_test_that_the_list_of_behaviour_names_is_there() -> None:
    told = set(re.findall(r"test_[a-z0-9_]+", (ROOT / "tests" / "README.md").read_text(encoding="utf-8")))
    known = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    for path in (ROOT / "tests").rglob("test_*.py"):
        known |= set(re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")))
    assert told <= known, told - known
