"""What the engine refuses. Every message is one sentence for the person: what was wrong, and what is allowed."""


class ScoreError(ValueError):
    """A score, a weight, a vector or a divisor that no attention weight can be worked out from."""


class UndefinedRowError(ScoreError):
    """A row in which every token is masked: there is nothing to share the weight among (0/0)."""


class SlotsError(ValueError):
    """A law of the slots, or a number of slots, that cannot be drawn."""


class Cancelled(Exception):
    """The caller's `cancelled()` became true between two chunks of a long computation; nothing was kept."""
