"""Ready-made Labs: the chapter's own, real heads with their source, and the assumptions that can break."""

from dataclasses import dataclass

from sqrtdk_tui import command
from sqrtdk_tui.lab import Lab


@dataclass(frozen=True, slots=True)
class Preset:
    """One line of the list: its name, what it shows, where it is from, and the options that make it."""

    group: str
    name: str
    line: str
    source: str
    options: str

    def open(self) -> tuple[str, Lab]:
        """(pane, Lab), from the defaults."""
        return command.parse_line(f"sqrtdk-tui {self.options}", "steps", Lab())


CHAPTER, HEADS, BROKEN = "The chapter's own", "Real heads", "Broken assumptions"
_PAPER = "Vaswani et al. 2017, arXiv 1706.03762, §3.2.1"
_T = "transformers 5.24.0, models/"

PRESETS = (
    Preset(CHAPTER, "three bars at 64", "2, 1, 0 blown up by √64 = 8, then divided by it", _PAPER, ""),
    Preset(
        CHAPTER,
        "100 slots of ±1",
        "a sum of 100 coin flips: within ±20 in 96.5% of draws, practically never past 50",
        "exact binomial law",
        "sum --d-k 100 --slots rademacher",
    ),
    Preset(
        CHAPTER,
        "the napkin, d_k = 2",
        "÷ √2 ≈ 1.414, tiny on purpose; the scores 2, 1, -1 are ours",
        _PAPER,
        "--d-k 2 --scores 2,1,-1",
    ),
    Preset(CHAPTER, "a drawn row at 64", "one random query, eight keys", _PAPER, "--tokens 8 --d-k 64"),
    Preset(CHAPTER, "a drawn row at 128", "the same query and keys with 64 more slots", _PAPER, "--tokens 8 --d-k 128"),
    Preset(
        HEADS,
        "Transformer 2017",
        "512 / 8 heads = 64; ÷ √64 = 8",
        "tensor2tensor 1.15.7, layers/common_attention.py:4700",
        "--d-k 64",
    ),
    Preset(HEADS, "BERT, GPT-2", "768 / 12 heads = 64; ÷ 8", "google-research/bert, modeling.py:702", "--d-k 64"),
    Preset(
        HEADS,
        "Llama, Qwen3",
        "d_k = 128; ÷ √128 (Qwen3 normalises q and k first)",
        _T + "llama/modeling_llama.py:215",
        "--d-k 128",
    ),
    Preset(HEADS, "Gemma 1", "d_k = 256; ÷ 16", _T + "gemma/modeling_gemma.py:226", "--d-k 256"),
    Preset(
        HEADS,
        "Gemma 2 27B",
        "d_k = 128 but ÷ √144 = 12, then a soft cap at 50 (not drawn here)",
        _T + "gemma2/modeling_gemma2.py:221",
        "--d-k 128 --divide 12",
    ),
    Preset(
        HEADS,
        "T5",
        "d_k = 64, no divide: its start values carry the factor",
        _T + "t5/modeling_t5.py:197",
        "--d-k 64 --divide none",
    ),
    Preset(HEADS, "GPT-Neo", "d_k = 128, no divide", _T + "gpt_neo/modeling_gpt_neo.py:112", "--d-k 128 --divide none"),
    Preset(
        HEADS,
        "Granite 3",
        "d_k = 128; ÷ d_k, not its root",
        _T + "granite/modeling_granite.py:124",
        "--d-k 128 --divide dk",
    ),
    Preset(
        HEADS,
        "muP at 128",
        "× 8/d_k: ÷ 16 at 128, the same as ÷ √d_k at 64",
        "microsoft/mup, README.md:72",
        "--d-k 128 --divide 16",
    ),
    Preset(
        HEADS,
        "DeepSeek-V3, long text",
        "d_k = 192; × 0.13523, so ÷ 7.395 where √192 is 13.86",
        "deepseek-ai/DeepSeek-V3, inference/model.py:434",
        "--d-k 192 --divide 7.395",
    ),
    Preset(
        BROKEN,
        "σ = 2",
        "scores spread 4 × √d_k: ÷ 32 would be right at 64",
        "variance of a product",
        "--tokens 8 --sigma 2",
    ),
    Preset(
        BROKEN,
        "mean 1 in q",
        "does not cancel: the spread across keys is √(2·d_k), 11.3 at 64",
        "variance of a product",
        "--tokens 8 --mean 1,0",
    ),
    Preset(
        BROKEN,
        "mean 1 in k",
        "moves every score alike; softmax does not see it",
        "variance of a product",
        "--tokens 8 --mean 0,1",
    ),
    Preset(
        BROKEN,
        "ρ = 0.5",
        "aligned q and k: scores average ρ·d_k = 32; ÷ √d_k leaves 4",
        "variance of a product",
        "--tokens 8 --rho 0.5",
    ),
    Preset(
        BROKEN,
        "slots correlated 0.5",
        "the slots move together: after ÷ 8 the spread is still 4.09",
        "tr(Σ_q Σ_k)",
        "--tokens 8 --slot-correlation 0.5",
    ),
    Preset(BROKEN, "Student t, 3", "variance holds, tails are heavy", "kurtosis is infinite", "--tokens 8 --slots t3"),
    Preset(
        BROKEN,
        "sparse",
        "one slot in ten is on: at 64 slots 53% of the scores are exactly 0",
        "N(0, 10) with probability 0.1",
        "--tokens 8 --slots sparse",
    ),
    Preset(
        BROKEN,
        "Cauchy",
        "no variance at all: scores grow like d_k·log d_k and √d_k is wrong",
        "no variance exists",
        "--tokens 8 --slots cauchy",
    ),
)
