"""The reference cases of tests/cases, read once: third-party values and 60-digit ones (see the files' own notes)."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from sqrtdk_tui.engine.attention import Floats

_CASES = Path(__file__).parents[1] / "cases"


def read(name: str) -> dict[str, Any]:
    """Return one file of cases as it is."""
    found: dict[str, Any] = json.loads((_CASES / name).read_text(encoding="utf-8"))
    return found


def floats(values: Any) -> Floats:
    """Return numbers as an array; the files write infinities as strings."""
    return np.asarray(np.vectorize(float)(values), dtype=np.float64)


SOFTMAX = read("softmax_cases.json")
ROWS = [case for case in SOFTMAX["softmax"] if "input" in case and case.get("expected") != "undefined"]
UNDEFINED = [case for case in SOFTMAX["softmax"] if case.get("expected") == "undefined"]
LONG = [case for case in SOFTMAX["softmax"] if "generator" in case]
SATURATION = {(row["n"], row["d_k"], row["mode"]): row for row in read("saturation_table.json")["rows"]}
