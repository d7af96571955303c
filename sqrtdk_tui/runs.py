"""Text with a role: the smallest piece of everything that is shown. What a role looks like is the theme's to say."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cells of one role."""

    text: str
    role: str
