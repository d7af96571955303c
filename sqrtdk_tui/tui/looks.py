"""Roles -> styles, for a dark and a light screen. Orange and blue are told apart by every kind of eye.

No meaning hangs on colour alone: the chosen input stands between arrows, spike and mix are named in words.
"""

from dataclasses import dataclass

from rich.style import Style
from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class Palette:
    """The few colours of one theme; few, because every change of colour costs bytes on a slow line."""

    name: str
    dark: bool
    ground: str
    ink: str
    quiet: str
    spike: str
    mix: str
    warn: str


PALETTES = {
    "dark": Palette("dark", True, "#11151c", "#e6e6e0", "#8f99a8", "#ff9f43", "#5aa9ff", "#ffd166"),
    "light": Palette("light", False, "#fbfaf5", "#1d232b", "#5d6673", "#b34700", "#0b5cad", "#8a5a00"),
}


def theme(name: str) -> Theme:
    """Textual's own record of the palette: for its command palette and scroll bars."""
    p = PALETTES[name]
    return Theme(
        name=f"sqrtdk-{name}",
        primary=p.mix,
        secondary=p.spike,
        accent=p.warn,
        warning=p.warn,
        foreground=p.ink,
        background=p.ground,
        surface=p.ground,
        panel=p.ground,
        dark=p.dark,
    )


def styles(name: str) -> dict[str, Style]:
    """A style for each role that rows may have."""
    p = PALETTES[name]

    def style(color: str, bold: bool = False, reverse: bool = False, underline: bool = False) -> Style:
        return Style(color=color, bgcolor=p.ground, bold=bold, reverse=reverse, underline=underline)

    ink, quiet = style(p.ink), style(p.quiet)
    return {
        "text": ink,
        "blank": ink,
        "value": ink,
        "field": style(p.ink, underline=True),
        "cursor": style(p.ink, reverse=True),
        "strong": style(p.ink, bold=True),
        "title": style(p.ink, bold=True),
        "key": style(p.ink, bold=True),
        "chosen": style(p.ink, bold=True, reverse=True),
        "dim": quiet,
        "axis": quiet,
        "band": quiet,
        "covered": quiet,
        "spike bar": style(p.spike),
        "spike word": style(p.spike, bold=True),
        "mix bar": style(p.mix),
        "mix word": style(p.mix, bold=True),
        "bar": style(p.mix),
        "line": style(p.spike),
        "curve": style(p.ink),
        "warn": style(p.warn, bold=True),
        "shown": style(p.mix),
    }
