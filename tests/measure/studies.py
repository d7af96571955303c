"""Small studies with fixed seeds, each measured once for all tests."""

from __future__ import annotations

from functools import cache

from sqrtdk_tui.lab import Lab
from sqrtdk_tui.measure.pane import Record
from sqrtdk_tui.study import Findings, Study, measured

LABS = {
    "pairs": Lab(),
    "seed 5": Lab(seed=5, pairs=20_000),
    "d_k 256": Lab(d_k=256, seed=3),
    "coins": Lab(d_k=100, slots="rademacher"),
    "one coin": Lab(d_k=1, slots="rademacher", pairs=3000),
    "one slot": Lab(d_k=1),
    "far": Lab(d_k=1_048_576, source="drawn", tokens=4, pairs=5000),
    "one token": Lab(source="raw", raw_scores=(1.0,), pairs=2000),
    "one pair": Lab(pairs=1),
    "sigma": Lab(sigma=(2.0, 2.0), mean=(0.0, 1.0), divide="dk", pairs=5000),
    "undivided": Lab(divide="none", pairs=2000),
    "late": Lab(divide="after", pairs=2000),
    "late coins": Lab(divide="after", slots="rademacher", pairs=2000),
    "two pairs": Lab(pairs=2),
    "few tokens": Lab(source="drawn", tokens=128, d_k=1024, pairs=2000),
    "tied": Lab(slot_correlation=0.5, rho=0.2, pairs=3000),
    "t3": Lab(slots="t3", d_k=16, pairs=4000),
    "cauchy": Lab(slots="cauchy", d_k=8, pairs=4000),
    "sweep": Lab(study="sweep"),
    "sweep far": Lab(study="sweep", d_k=5000, pairs=2000, source="raw", raw_scores=(1.0,)),
    "sweep tied": Lab(study="sweep", slot_correlation=0.5, pairs=5000),
    "sweep cauchy": Lab(study="sweep", slots="cauchy", pairs=500, source="raw", raw_scores=(1.0,)),
    "sweep late": Lab(study="sweep", divide="after", pairs=2000),
    "sweep one": Lab(study="sweep", pairs=1, source="drawn", tokens=1),
    "sweep two": Lab(study="sweep", pairs=2),
    "dial far": Lab(study="dial", d_k=1_048_576, pairs=2000),
    "dial late": Lab(study="dial", divide="after", pairs=2000),
    "assumptions one": Lab(study="assumptions", d_k=1, pairs=2000),
    "dial": Lab(study="dial"),
    "dial mean": Lab(study="dial", mean=(0.0, 1.0), divide=5.0, pairs=5000),
    "dial one": Lab(study="dial", d_k=1, pairs=2000),
    "dial cauchy": Lab(study="dial", slots="cauchy", pairs=500),
    "assumptions": Lab(study="assumptions", pairs=4000),
}


@cache
def found(name: str) -> Findings:
    """The findings of one of the studies above."""
    return measured(LABS[name], 2)


def begun(lab: Lab, blocks: int) -> Findings:
    """The findings after so many blocks."""
    study = Study(lab)
    grown = study.measure(1)
    for _ in range(blocks):
        next(grown)
    findings = study.findings()
    grown.close()  # type: ignore[attr-defined]
    return findings


def records() -> list[Record]:
    """All of them as rows of the table of runs."""
    return [Record(number, found(name)) for number, name in enumerate(LABS, 1)]
