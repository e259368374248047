"""The errors raised for bad input. All are ValueErrors, and each message says what is allowed."""

from __future__ import annotations


class ParlourError(ValueError):
    """Bad input; the base class of Parlour's errors."""


class IllegalMove(ParlourError):
    """A move that is illegal in this position; the message is a full sentence.

    `move` is the move's text, `reason` one of the game's declared reasons (or empty), and `near` lists
    similar legal moves.
    """

    def __init__(
        self, message: str = "", *, move: str = "", reason: str = "", near: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.move, self.reason, self.near = move, reason, near


class BadPosition(ParlourError):
    """An invalid position text; the message says where and what was expected."""


class UnknownGame(ParlourError):
    """No game has this id."""


class BadOption(ParlourError):
    """An option that the game does not have, or a value that is not allowed."""


class BadRules(ParlourError):
    """An error in a rules file; the message names the file, the line and the mistake."""


class BadRecord(ParlourError):
    """An invalid game record; the error is at `line` and `column` (counted from 1; 0: unknown)."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class BadForm(ParlourError):
    """An unknown record format, or one that cannot represent this game."""


class BadPlayer(ParlourError):
    """An unknown player or level, or an invalid budget."""


class BadExperiment(ParlourError):
    """An invalid experiment file; the message names the file, line and key and what is allowed."""


class BadClock(ParlourError):
    """An invalid clock text, moment or sequence of clock events."""


class BadMatch(ParlourError):
    """An invalid group, match or result; the message says what is allowed."""


class BadTournament(ParlourError):
    """An invalid tournament file, result or player; the message says where and what is allowed."""


class BadSkin(ParlourError):
    """An invalid skin; the message names the setting and what was expected."""


class BadPicture(ParlourError):
    """A picture with unknown cells or with sizes out of range."""


class MissingExtra(ParlourError):
    """A required package is not installed; the message names the extra that installs it."""
