"""Questions declared before any game is played: ``[[contrast]]`` in an experiment's file.

A declared contrast is a measure of some arms minus that of others, or minus a given number. Their
p-values are corrected for each other only; every other comparison in a report is exploration.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parlour.lab.lab_players import spelled_out
from parlour.table.game import Game
from parlour.toml_lines import TomlTable

WORDS = ("higher", "lower", "same")  # what a contrast may show

_EFFORT = re.compile(r"\b(?:nodes|simulations)=(\d+)")


@dataclass(frozen=True)
class Pool:
    """Arms pooled: each of `variants` at each of `budgets`, by index.

    Without budgets: with the strongest of the experiment's own players.
    """

    variants: tuple[int, ...]
    budgets: tuple[int, ...] = ()


@dataclass(frozen=True)
class Declared:
    """`measure` in the arms `one` minus that in `other`, or minus the number `against`.

    `margin`: an equivalence test asks whether the difference is smaller than this; 0 for no test.
    `difference` is the smallest that matters, for the power; 0 for the usual one.
    """

    question: str
    measure: str
    one: Pool
    other: Pool | None = None
    against: float | None = None
    margin: float = 0.0
    difference: float = 0.0
    words: tuple[tuple[str, str], ...] = ()

    def words_of(self, word: str) -> str:
        """What the file says that a finding means; empty where it says nothing."""
        return dict(self.words).get(word, "").rstrip(".")


def declared(
    top: TomlTable, labels: Sequence[str], names: Sequence[str], own: int
) -> tuple[Declared, ...]:
    """The contrasts of a file; variants are called by their `labels`, budgets by their `names`.

    The first `own` budgets are the experiment's own, weak to strong.
    """
    return tuple(_contrast(table, labels, names, own) for table in top.tables("contrast"))


def _contrast(table: TomlTable, labels: Sequence[str], names: Sequence[str], own: int) -> Declared:
    question = table.text("question", longest=300)
    measure = table.text("measure")
    one = _pool(table, "one", "players", labels, names)
    compared, given = table.has("other"), table.has("against")
    if compared == given:
        table.refuse("", "expected either other = a variant, or against = a number")
    other = _pool(table, "other", "other_players", labels, names) if compared else None
    if other is not None and not other.budgets:
        other = Pool(other.variants, one.budgets)
    if not own and not (one.budgets and (other is None or other.budgets)):
        table.refuse("", f"there is no [[budget]]: players = one or more of {', '.join(names)}")
    if one == other:
        table.refuse("other", "expected other arms than those of one")
    against = table.number("against", None, -1e9, 1e9) if given else None
    margin = table.number("margin", 0.0, 0.0, 1e9)
    difference = table.number("difference", 0.0, 0.0, 1e9)
    words = tuple((word, text) for word in WORDS if (text := table.text(word, "", longest=300)))
    table.check_all_used()
    return Declared(question, measure, one, other, against, margin, difference, words)


def _pool(
    table: TomlTable, key: str, players: str, labels: Sequence[str], names: Sequence[str]
) -> Pool:
    variants = _places(table, key, table.texts(key), labels)
    return Pool(variants, _places(table, players, table.texts(players, ()), names))


def _places(
    table: TomlTable, key: str, given: Sequence[str], known: Sequence[str]
) -> tuple[int, ...]:
    for text in given:
        if text not in known:
            table.refuse(key, f"{text!r:.100} is none of {', '.join(known)}")
    return tuple(dict.fromkeys(known.index(text) for text in given))


def effort(player: str, game: Game) -> int | None:
    """A player's nodes or simulations a move; None if it counts something else."""
    found = _EFFORT.search(spelled_out(player, game))
    return int(found[1]) if found else None
