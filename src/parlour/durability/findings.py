"""What the checkers find: what was lost, doubled or disagrees, as a person would say it."""

from __future__ import annotations

from dataclasses import dataclass

LOST, DOUBLED, DISAGREEING = "lost", "doubled", "disagreeing"
KINDS = (LOST, DOUBLED, DISAGREEING)


@dataclass(frozen=True)
class Finding:
    """A promise that was broken: its kind, what it is about, and what happened."""

    kind: str
    subject: str
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.subject}: {self.words}"
