"""The clocks that pages offer, and a clock's text in words."""

from __future__ import annotations

from parlour.clocks.clock_kinds import KINDS
from parlour.language import _, translate

PRESETS = {
    f"{kind.name}:{settings}": label
    for kind in KINDS.values()
    for settings, label in kind.presets.items()
}


def clock_words(text: str | None) -> str:
    """A clock for players: the label of a preset, else its text."""
    return translate(PRESETS.get(text, text)) if text else _("no clock")
