"""The errors that bad input gets. All are ValueErrors, and each message names what is allowed."""

from __future__ import annotations


class ParlourError(ValueError):
    """Something that was given to Parlour cannot be used."""


class IllegalMove(ParlourError):
    """A move that is not legal in this position; its text is a whole sentence.

    `move` is the text that was given, `reason` one of the reasons that the game declares (empty where
    there is none), `near` are legal moves that are like it.
    """

    def __init__(
        self, message: str = "", *, move: str = "", reason: str = "", near: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.move, self.reason, self.near = move, reason, near


class BadPosition(ParlourError):
    """A position text that cannot be read: says where, and what was expected."""


class UnknownGame(ParlourError):
    """No game has this id."""


class BadOption(ParlourError):
    """An option that the game does not have, or a value out of its range."""


class BadRules(ParlourError):
    """A rules file with a mistake in it: names the file, the line and what is wrong."""


class BadRecord(ParlourError):
    """A recorded game that cannot be read, from `line` and `column` on (counted from 1; 0: nowhere)."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class BadForm(ParlourError):
    """A form of recorded games that does not exist, or that cannot hold games of this kind."""


class BadPlayer(ParlourError):
    """A player, level or budget that does not exist."""


class BadExperiment(ParlourError):
    """An experiment file that cannot be used: names the file, the line, the key and what is allowed."""


class BadClock(ParlourError):
    """A clock's text that cannot be read, events that it cannot follow, or no moment: says which."""


class BadMatch(ParlourError):
    """A group or match that cannot be had, or a result that it cannot take: says what is allowed."""


class BadTournament(ParlourError):
    """A tournament's file, results or players that cannot be used: says where and what is allowed."""


class BadSkin(ParlourError):
    """A skin that cannot be read or lacks something: names the setting and what was expected."""


class BadPicture(ParlourError):
    """A picture that was asked for with cells that are not there, or sizes out of range."""


class MissingExtra(ParlourError):
    """Something needs a package that is not installed: names the extra that brings it."""
