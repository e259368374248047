"""Lines and columns of a text's offsets."""

from __future__ import annotations


class TextPlace:
    """Tells the line and column of offsets; quick where they are asked for in their order."""

    def __init__(self, text: str, line: int) -> None:
        self._text = text
        self._at, self._line, self._begun = (
            0,
            line,
            0,
        )  # the offset asked for last, its line's begin

    def of(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        first, last = sorted((offset, self._at))
        between = self._text.count("\n", first, last)
        self._line += between if offset > self._at else -between
        if between:
            self._begun = self._text.rfind("\n", 0, offset) + 1
        self._at = offset
        return self._line, offset - self._begun + 1
