"""What is refused, and with which status: every refusal has a code for programs and words for people."""

from __future__ import annotations

from parlour.errors import ParlourError


class Refused(ParlourError):
    """A request that is not carried out: `status` is HTTP's, `code` a word for programs."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def unknown_game() -> Refused:
    """There is no such game here."""
    return Refused(404, "no-such-game", "There is no such game here.")


def damaged(what: str) -> Refused:
    """What is kept of a game cannot be read; it can still be exported."""
    return Refused(
        410,
        "damaged",
        f"What is kept of this game is damaged: {what}. `parlour export` still writes its moves.",
    )
