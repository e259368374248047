"""`parlour check`: test that a game's rules follow the protocol, compiled and uncompiled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.design.count_commands import progress_bar
from parlour.cli.design.position_check import (
    DirectionCheck,
    KeyCheck,
    check_cells,
    check_moves_as_values,
)
from parlour.cli.design.redeal_check import GAMES, RedealCheck
from parlour.cli.design.rules_lint import RulesLint
from parlour.cli.design.secrecy_check import SecrecyCheck
from parlour.errors import BadRules, ParlourError
from parlour.kernel.chance_codes import split_code
from parlour.kernel.layout import CHANCE, OVER, new_compiled, new_plain, to_plain
from parlour.kernel.smoke import rehearse
from parlour.players.game_runner import game_plies
from parlour.table.game import Game, State

LINTED = 5  # games whose positions are linted
LONGEST_GAME = 2000  # plies, after which a random game is stopped


@dataclass
class CheckReport:
    """Statistics and warnings from random games."""

    lengths: list[int] = field(default_factory=list)
    widest: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)


def check(name: str, number: int, options: list[str], seed: int | None) -> None:
    """Play random games with compiled and plain rules and compare; raises BadRules at the first error."""
    out, game = console(), chosen_game(name, options)
    rehearse(game.plain.rules)
    with progress_bar(out, "playing with compiled and plain rules") as report:
        found = play_checked_games(game, number, random.Random(seed), report)
    out.print(Text.assemble(("passed", "bold green"), f": {number} random games of {game.name}"))
    low, high = min(found.lengths), max(found.lengths)
    mean = sum(found.lengths) / number
    out.print(f"length  {low} to {high} plies, {mean:.1f} on average")
    out.print(
        f"choice  up to {found.widest} legal moves; MAX_MOVES is {game.plain.rules.MAX_MOVES}"
    )
    for reason, count in found.reasons.most_common():
        out.print(f"ends    {reason} {100 * count / number:.0f}%")
    for warning in found.warnings:
        out.print(Text.assemble(("warning ", "yellow"), warning))


def play_checked_games(
    game: Game, number: int, rng: random.Random, report: Callable[[float], None] | None = None
) -> CheckReport:
    """Play `number` random games and check every position; raises BadRules at the first error."""
    found, closely = CheckReport(), _CloseCheck(game, rng)
    redeals = RedealCheck(game) if game.spec.hidden else None
    _check_start(game)
    for done in range(number):
        inspected = [
            *([closely.inspect] if done < LINTED else []),
            *([redeals.inspect] if redeals is not None and done < GAMES else []),
        ]
        _check_game(game, rng, found, inspected)
        if report is not None:
            report((done + 1) / number)
    found.warnings = closely.finish()
    if redeals is not None:
        redeals.finish()
    return found


class _CloseCheck:
    """All that is checked of the positions of a few games only."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.lint, self.keys = RulesLint(game), KeyCheck(game, rng)
        self.directions = DirectionCheck(game)
        self.secrecy = SecrecyCheck(game, rng) if game.spec.hidden else None
        self.keys.inspect_first()
        if self.secrecy is None:
            SecrecyCheck.refuse_forgotten(game)

    def inspect(self, state: State) -> None:
        """Check one position; raises BadRules."""
        self.lint.inspect(state)
        self.keys.inspect(state)
        self.directions.inspect(state)
        check_cells(state)
        check_moves_as_values(state)
        if self.secrecy is not None:
            self.secrecy.inspect(state)

    def finish(self) -> list[str]:
        """The warnings of all positions; raises BadRules if nothing was ever hidden."""
        if self.secrecy is not None:
            self.secrecy.finish()
        return [*self.lint.warnings, *self.directions.warnings]


def _check_start(game: Game) -> None:
    """`start` must set every field, because records are reused."""
    fresh, used = new_plain(game.plain.rules.STATE), new_plain(game.plain.rules.STATE)
    for name in used.__slots__:
        value = getattr(used, name)
        setattr(used, name, [77] * len(value) if isinstance(value, list) else 77)
    game.plain.rules.start(fresh)
    game.plain.rules.start(used)
    for name in used.__slots__:
        if getattr(fresh, name) != getattr(used, name):
            raise BadRules(f"start must set {name}, because states are reused")


def _check_game(
    game: Game,
    rng: random.Random,
    found: CheckReport,
    inspected: Sequence[Callable[[State], None]],
) -> None:
    state, twin = game.start(), _CompiledTwin(game)

    def choose(state: State) -> str:
        """Check the position, then choose a random move or outcome."""
        for inspect in inspected:
            inspect(state)
        before = state.text
        twin.compare(state)
        _check_scratch(state, before)
        _check_texts(state)
        return state.draw(rng) if state.turn == CHANCE else rng.choice(_check_moves(state, found))

    before = state.text
    for ply in game_plies(state, choose, choose, plies=LONGEST_GAME):
        twin.play(ply.code)
        _check_undo(state, before)
        before = state.text
    twin.compare(state)
    if state.outcome is not None:
        _check_texts(state)
        _check_scores(state)
    found.reasons[state.outcome.reason if state.outcome else "(stopped)"] += 1
    found.lengths.append(len(state.history))


def _check_moves(state: State, found: CheckReport) -> list[str]:
    out = [0] * (game_moves := state.game.plain.rules.MAX_MOVES)
    n = state.game.plain.rules.legal_moves(state.record, out)
    moves = state.moves()
    if n > game_moves:
        raise BadRules(f"legal_moves returns {n} moves, more than MAX_MOVES, {game_moves}")
    if len(set(out[:n])) != n:
        raise _fault(state, "legal_moves returns the same move twice")
    if len(moves) != n:
        raise _fault(state, f"{n} moves have only {len(moves)} different texts")
    for text in moves:
        if not text or not text.isascii() or not text.isprintable() or " " in text:
            raise _fault(state, f"{text!r} is not a move text: expected ASCII without spaces")
    found.widest = max(found.widest, n)
    return moves


def _check_texts(state: State) -> None:
    """The position text must read back as the same position."""
    try:
        again = state.game.read(state.text)
    except ParlourError as error:
        raise _fault(state, f"its text does not read back: {error}") from error
    if again.moves() != state.moves() or again.turn != state.turn:
        raise _fault(state, "its text reads back as a different position")


def _check_scratch(state: State, before: str) -> None:
    """Listing moves, just done, must not change the position text."""
    if state.text != before:
        raise BadRules(
            "legal_moves changes fields that the position text has: name those that it uses as scratch "
            f'space, as SCRATCH = ("marks",)\n  before {before}\n  after {state.text}'
        )


def _check_undo(state: State, before: str) -> None:
    back = state.copy().undo()
    if back.text != before:
        raise BadRules(f"undoing {state.history[-1]} does not restore {before}")


def _check_scores(state: State) -> None:
    rules, outcome = state.game.plain.rules, state.outcome
    assert outcome is not None
    for score in outcome.scores:
        if not 0 <= score <= rules.HIGHEST:
            raise _fault(state, f"the score {score} is not between 0 and HIGHEST, {rules.HIGHEST}")
    known = state.game.endings.possible if state.game.notation.endings() else {}
    if known and outcome.scores not in known.get(outcome.reason, ()):
        raise _fault(state, f"endings does not list {outcome.text}")


def _fault(state: State, message: str) -> BadRules:
    moves = " ".join(state.history)
    return BadRules(f"{message}\n  in {state.text}\n  after {moves or 'no move'}")


class _CompiledTwin:
    """The same game, played with the compiled rules."""

    def __init__(self, game: Game) -> None:
        self.rules = game.compiled.rules
        self.states = new_compiled(self.rules.STATE)
        self.moves = np.zeros(self.rules.MAX_MOVES, np.int64)
        self.as_plain = new_plain(self.rules.STATE)
        self.rules.start(self.states[0])

    def play(self, code: int) -> None:
        for word in split_code(code):
            self.rules.play(self.states[0], word)

    def compare(self, state: State) -> None:
        """Check that record, moves, key and scores are the same as with the plain rules.

        Both list their moves first: `legal_moves` may use fields as scratch space.
        """
        plain, record = state.game.plain.rules, state.record
        out, n, m = [0] * plain.MAX_MOVES, 0, 0
        if record.turn >= 0:
            n = plain.legal_moves(record, out)
            m = self.rules.legal_moves(self.states[0], self.moves)
        to_plain(self.states, self.rules.STATE, self.as_plain)
        for name in record.__slots__:
            if getattr(record, name) != getattr(self.as_plain, name):
                raise _fault(
                    state,
                    f"{name} is {getattr(self.as_plain, name)} by compiled rules,"
                    f" {getattr(record, name)} by plain rules",
                )
        if record.turn >= 0:
            if out[:n] != self.moves[:m].tolist():
                raise _fault(state, "compiled and plain rules have different legal moves")
            if self.rules.key(self.states[0]) != plain.key(record):
                raise _fault(state, "compiled and plain rules have different keys")
        elif record.turn == OVER:
            for seat in range(plain.SEATS):
                if self.rules.payoff(self.states[0], seat) != plain.payoff(record, seat):
                    raise _fault(state, f"compiled and plain rules score seat {seat} differently")
