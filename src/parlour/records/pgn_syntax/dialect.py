"""How one format uses PGN's syntax: what tags mean, how moves are written, its tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Protocol

from parlour.kernel.spec import Spec
from parlour.records.builder import Builder, HasOutcome
from parlour.records.formats.format_registry import formats
from parlour.records.game_result import is_result
from parlour.records.notes import Notes
from parlour.records.tree import Tree
from parlour.table.game import State

# With escapes, and without. No alternative is repeated but possessively: each turn would be remembered.
_COMMENT = {True: r"\{(?:[^\\}]++|\\.)*+\}", False: r"\{[^}]*+\}"}
_TOKEN = r"""(?P<blank>\s+|(?m:^)%[^\n]*)
  | (?P<comment>COMMENT)
  | (?P<unclosed>\{.*)
  | (?P<rest>;[^\n]*)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<glyph>\$[0-9]+|[!?]{1,2}(?=[\s(){}]|\Z))
  | (?P<tag>(?m:^)[^\S\n]*\[\s*[^\s"\[\]]+\s+["“„])
  | (?P<number>(?!0\.5[-:\u2013]0\.5)[0-9]+\.+)
  | (?P<word>WORD)
  | (?P<odd>.)"""
WORD = r"[^\s{}()\[\];$]+(?:\{[a-z0-9,]+\}[-x][^\s{}()\[\];$]+)*"  # its braces are the move's own


class Token(Protocol):
    """A token of movetext: what it says is ``token[0]``; where it begins and ends."""

    def start(self) -> int: ...

    def end(self) -> int: ...

    def __getitem__(self, group: int, /) -> str: ...


Resolved = tuple[str, int, int]  # a legal move's text, the seat that makes it, and its glyph or 0
Run = tuple[
    list[Resolved], list[Notes | None] | None
]  # moves, and what is noted at them, if anything


class Script(HasOutcome, Protocol):
    """A dialect's own way through movetext.

    One that resolves moves tells the main line's outcome.
    """

    resolves: bool  # whether moves are resolved already

    def tokens(self, text: str, at: int) -> Iterator[tuple[str, Token] | tuple[None, Run]]:
        """The tokens from an offset on with their kinds; moves that are resolved come as runs."""

    def plain_tokens(self, text: str, at: int) -> Iterator[tuple[str, Token]]:
        """The tokens from an offset on, no move being resolved."""


class Dialect:
    """How one format uses PGN's syntax; the format's module has an instance named ``DIALECT``."""

    form = "native"
    games: tuple[
        str, ...
    ] = ()  # ids of the games whose moves are written so; () where the tags say it
    repeats_numbers = True  # whether ``1...`` is written in the midst of a line
    first_has_number = (
        False  # whether whoever begins has the number 1, also if it is the second seat
    )
    escapes = False  # whether comments and tags have the native form's escapes
    own_tokens = (
        ""  # this form's own, before all others, as a regular expression with a named group
    )
    word = WORD  # what a move, number or result may look like, as a regular expression

    def claims(self, tags: Mapping[str, str], movetext: str) -> float:
        """How likely a game with these tags, whose moves begin so, is in this form, from 0 to 1."""
        return 0.0

    def other_game(self, tags: Mapping[str, str], words: Sequence[str]) -> str:
        """The game, none here, that moves which this form writes are of by their look; "" if none is."""
        return ""

    def suited(self, tags: Mapping[str, str]) -> Dialect:
        """This dialect, or the one of its kind that games with these tags are written in."""
        return self

    def tree(self, tags: Mapping[str, str]) -> Tree:
        """The tree, as yet its root alone, of a game with these tags; raises ParlourErrors."""
        raise NotImplementedError

    def odds(self, tags: Mapping[str, str], tree: Tree) -> Iterable[str]:
        """What the tags say and the tree does not hold, in words."""
        return ()

    def move_text(self, state: State, word: str) -> str:
        """The rulebook's text of the move that `word` is here; raises IllegalMove."""
        return word

    def spellings(self, movetext: str) -> Iterable[tuple[str, str]]:
        """What a movetext that is not read may mean in this form's spelling, each with how it is written."""
        return ()

    def sure_text(self, word: str) -> str:
        """The rulebook's text of the move that `word` is wherever that is legal; "" if the position tells."""
        own = type(self).move_text is not Dialect.move_text
        return "" if own else word

    def plain_text(self, spec: Spec, word: str) -> str:
        """The rulebook's text of what `word` may be in a game, as far as its look tells."""
        return word

    def written_move(self, state: State, text: str) -> str:
        """How this form writes the move `text`, to be made in `state`."""
        return text

    def result(self, tree: Tree, word: str) -> str | None:
        """The result that a word is, as the native form writes it; None if it is none.

        In such a place a game ends, unless `ends` says otherwise.
        """
        return word if is_result(word, 2) else None

    def ends(self, builder: Builder, word: str, last: bool) -> bool:
        """Whether a word that looks like a result is one here, `last` if nothing follows in the game."""
        return True

    def setup_of(self, text: str) -> str | None:
        """The FEN of a token ``setup``, where this form has them; None if it is something else."""
        return None

    def starts(self, words: Sequence[str]) -> Iterable[tuple[str, str]]:
        """Other starts from which these moves may have been played: full name and position text of each.

        For games with too many starts to try them all as options.
        """
        return ()

    def script(self, tree: Tree) -> Script | None:
        """A quicker way through the movetext of a game, where this form has one."""
        return None

    @cached_property
    def tokens(self) -> re.Pattern[str]:
        """The movetext's tokens."""
        pattern = _TOKEN.replace("COMMENT", _COMMENT[self.escapes]).replace("WORD", self.word)
        pattern = f"{self.own_tokens} | {pattern}" if self.own_tokens else pattern
        return re.compile(pattern, re.VERBOSE | re.DOTALL)


@cache
def dialect_of_suffix(suffix: str) -> Dialect | None:
    """The dialect in which games in files with a suffix are mostly written, None if there is none."""
    named = {name for name, one in formats().items() if suffix in one.suffixes}
    return next((one for one in dialects() if one.games and one.form in named), None)


def other_game(tags: Mapping[str, str], words: Sequence[str]) -> str:
    """Which game, none here, a text without a word on that is of by the look of its moves; "" if none is."""
    named = (one.other_game(tags, words) for one in dialects())
    return next(filter(None, named), "")


@cache
def dialects() -> tuple[Dialect, ...]:
    """The dialects of the formats that have this syntax."""
    loaded = (one.load() for one in formats().values())
    return tuple(module.DIALECT for module in loaded if hasattr(module, "DIALECT"))
