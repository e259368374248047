"""TigerBridge's own players: they bid by the balancing point, and play by thumb or by solving deals.

All of them know only what their seat may know of a position: other hands are resampled. Their calls are
natural, and so are their blades; there are no signals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from parlour.errors import BadPlayer
from parlour.games.tiger_bridge import rules
from parlour.games.tiger_bridge.bidding import (
    Outlook,
    best_call,
    likelihoods,
    outlook,
    possible_deals,
)
from parlour.games.tiger_bridge.blades import CRESTS, NAMES, text_of
from parlour.games.tiger_bridge.double_dummy import DoubleDummySolver
from parlour.games.tiger_bridge.estimate import Bools, as_blades, pair_rounds
from parlour.kernel.layout import Record, new_compiled, new_plain, to_compiled
from parlour.kernel.primitives import copy
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress, random_move

THOUGHT_OF = 300  # deals that a caller draws
POOL = 4  # of so many times the deals that are solved, those are chosen that become the calls
DEALS, NODES = 40, 3_000_000  # deals that are solved for a blade, and positions that are looked at
DOUBT = 4  # so many deals must be seen until half of what they teach is believed
PICTURES = 5  # Tiger, Bear, Snow Leopard, Wolf, Pike: the high blades
ROUND = 0.02  # a round is worth so many marks where it makes no difference to them


class HighBlades(Player):
    """Bids as many rounds as it has high blades, in its longest territory; plays at random."""

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        s = state.record
        if s.phase != rules.CALL:
            return Advice(random_move(state, self.rng), words="drawn at random")
        hand = as_blades([s.hands[s.turn]])[0]
        count = int(hand[:, -PICTURES:].sum())
        bid = 5 * (min(count, 9) - 5) + 1 + int(hand.sum(axis=1).argmax())
        high = count >= 5 and bid > s.bid
        words = f"{count} high blades"
        return Advice(text_of(rules.BID + bid if high else rules.DECLINE), words=words)


class Thumb(Player):
    """Bids by the balancing point, misjudging rounds by `noise`; plays by rules of thumb."""

    SETTINGS: ClassVar = {"noise": float}

    def __init__(self, game: Game, seed: int, *, blunder: float = 0.0, noise: float = 0.0) -> None:
        super().__init__(game, seed, blunder)
        if noise < 0:
            raise BadPlayer(f"noise={noise:g}: expected a number of rounds, 0 or more")
        self.noise = noise
        self._surplus, self._deals, self._plies = 0.0, 0, 0

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        self.watch(state)
        if state.record.phase == rules.CALL:
            return self.call(state.record)
        return self.blade(state.record, [int(code) for code in state.codes()], progress)

    def watch(self, state: State) -> None:
        """Learn from the deals that are finished how many rounds more than expected this side takes."""
        past = state.past
        if len(past) < self._plies:
            self._surplus, self._deals, self._plies = 0.0, 0, 0
        for ply in past[self._plies :]:
            if ply.record.phase == rules.PLAY and ply.record.laid == rules.BLADES - 1:
                self._surplus += surplus(ply.record) * (1 if state.turn in (0, 2) else -1)
                self._deals += 1
        self._plies = len(past)

    @property
    def gain(self) -> float:
        """The rounds that this side gains by how both sides play."""
        return self._surplus / (self._deals + DOUBT)

    def call(self, s: Record) -> Advice:
        """A call by the balancing point."""
        seat = int(s.turn)
        side = seat % 2
        view = self.outlook(s, seat)
        doubles = bool(self.game.plain.rules.may_double(s))
        call, value = best_call(s, side, view, doubles)
        ours, theirs = (_best(view, who) for who in (side, 1 - side))
        text = text_of(call)
        return Advice(text, value, (text,), f"we take {ours}, they take {theirs}")

    def outlook(self, s: Record, seat: int) -> Outlook:
        """What the bids come to, for all that `seat` knows."""
        rng = np.random.default_rng(self.rng.getrandbits(63))
        deals = possible_deals(s.hands[seat], seat, THOUGHT_OF, rng)
        weights = likelihoods(deals, s.calls[: s.called], s.dealer + 1, seat)
        shifts = self.noise * rng.standard_normal((2, len(CRESTS)))
        shifts[seat % 2] += self.gain
        shifts[1 - seat % 2] -= self.gain
        return outlook(deals, weights, shifts)

    def blade(self, s: Record, moves: Sequence[int], progress: Progress | None) -> Advice:
        """A blade to be played."""
        text = text_of(by_thumb(s, moves))
        return Advice(text, None, (text,), "by rule of thumb")


def surplus(s: Record) -> float:
    """The rounds that North-South take more than their hands promise, once but one blade is played."""
    last = new_plain(rules.STATE)
    copy(last, s)
    last.played[rules.BLADES - 1] = (sum(s.hands)).bit_length() - 1
    winner = (s.leader + rules.best_of(last, rules.BLADES - 4)) & 3
    won = s.won + 1 - ((winner ^ s.bidder) & 1)
    hands = dealt([s])
    side = s.bidder % 2
    promised = float(pair_rounds(hands[:, side], hands[:, side + 2])[0, s.bid % 5])
    more = float(won) - promised
    return more if side == 0 else -more


def _best(view: Outlook, side: int) -> str:
    crests = int(view.rounds[side].argmax())
    return f"{view.rounds[side, crests]:.1f} rounds with {NAMES[CRESTS[crests]]}"


def by_thumb(s: Record, moves: Sequence[int]) -> int:
    """Second hand low, third hand high, win as cheaply as you can, lead from your longest territory."""
    trump, ply, lowest = rules.crests(s), s.laid % 4, min(moves, key=lambda blade: blade % 13)
    if ply == 0:
        return _lead(s, moves, trump)
    first = s.laid - ply
    best = max(range(ply), key=lambda k: _power(s.played[first + k], s.played[first], trump))
    top = s.played[first + best]
    wins = [blade for blade in moves if rules.beats(blade, top, trump)]
    partners = (ply - best) % 2 == 0
    cheap = [blade for blade in moves if blade // 13 != trump] or moves
    if not wins or partners or (ply == 1 and wins[0] // 13 == top // 13 and max(wins) % 13 < 12):
        return lowest if moves[0] // 13 == s.played[first] // 13 else min(cheap, key=_rank)
    return max(wins) if ply == 2 and wins[0] // 13 == top // 13 else min(wins, key=_rank)


def _rank(blade: int) -> int:
    return blade % 13


def _power(blade: int, led: int, trump: int) -> int:
    """How blades of one round are ordered."""
    if blade // 13 == trump:
        return 26 + blade % 13
    return 13 + blade % 13 if blade // 13 == led // 13 else blade % 13


def _lead(s: Record, moves: Sequence[int], trump: int) -> int:
    """The Tiger or the top of the longest territory; crests only for the proclaimer."""
    attacks = (s.leader ^ s.bidder) & 1 == 0
    held = [blade for blade in moves if attacks or blade // 13 != trump] or list(moves)
    lengths = {blade // 13: sum(other // 13 == blade // 13 for other in held) for blade in held}
    if attacks and trump in lengths:
        return max(blade for blade in held if blade // 13 == trump)
    where = max(lengths, key=lambda territory: (lengths[territory], territory))
    row = sorted(blade for blade in held if blade // 13 == where)
    return row[-1] if row[-1] % 13 == 12 or len(row) < 3 else row[0]


class Seeker(Thumb):
    """Solves `deals` that might be after each of its blades, or fewer once `nodes` positions are seen."""

    SETTINGS: ClassVar = {"noise": float, "deals": int, "nodes": int}

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        blunder: float = 0.0,
        noise: float = 0.0,
        deals: int = DEALS,
        nodes: int = NODES,
    ) -> None:
        super().__init__(game, seed, blunder=blunder, noise=noise)
        self.deals, self.nodes = deals, nodes

    @cached_property
    def solver(self) -> DoubleDummySolver:
        """The solver, with its table of positions."""
        return DoubleDummySolver()

    def compile(self) -> None:
        super().compile()
        state = self.game.start()
        while state.record.phase != rules.PLAY:  # the first moves of a game call
            state.play_chance(self.rng).play(random_move(state, self.rng))
        for deal in self.deals_to_solve(state.record):
            self.solver.worths(deal, [int(code) for code in state.codes()])

    def blade(self, s: Record, moves: Sequence[int], progress: Progress | None) -> Advice:
        different = unlike(s, moves)
        if len(different) == 1:
            return Advice(text_of(different[0]), None, (), "all the same")
        marks = np.zeros(len(different))
        solved, seen = 0, self.solver.nodes
        for deal in self.deals_to_solve(s):
            rounds = np.array(self.solver.worths(deal, different))
            marks += marks_for(deal, rounds)
            solved += 1
            if progress is not None:
                progress(solved / self.deals)
            if self.solver.nodes - seen > self.nodes:
                break
        marks /= solved
        # Of equals the lowest: they come lowest first in each territory.
        best = max(
            range(len(different)),
            key=lambda k: (marks[k] > marks.max() - 1e-9, -_rank(different[k])),
        )
        text = text_of(different[best])
        words = f"expects {marks[best]:+.1f} marks over {solved} deals"
        return Advice(text, float(marks[best]), (text,), words)

    def deals_to_solve(self, s: Record) -> list[Record]:
        """Deals that the seat to move holds possible, chosen by how well they become the calls."""
        drawn = self.sample_states(s, POOL * self.deals)
        weights = likelihoods(dealt(drawn), s.calls[: s.called], s.dealer + 1, int(s.turn))
        rng = np.random.default_rng(self.rng.getrandbits(63))
        # Without putting back: the order of exponential clocks (Efraimidis and Spirakis 2006).
        order = np.argsort(rng.exponential(size=len(drawn)) / np.maximum(weights, 1e-300))
        return [drawn[k] for k in order[: self.deals]]

    def sample_states(self, s: Record, count: int) -> list[Record]:
        """`count` states that the seat to move cannot tell from `s`."""
        state, redeal = self.game.plain.rules.STATE, self.game.compiled.rules.redeal
        twin, word = new_compiled(state), np.array([self.rng.getrandbits(63)])
        to_compiled(s, state, twin)
        found = []
        for _ in range(count):
            redeal(twin[0], s.turn, word)
            other = new_plain(state)
            copy(other, s)
            other.hands[:] = twin[0]["hands"].tolist()
            found.append(other)
        return found


def dealt(states: Sequence[Record]) -> Bools:
    """The hands with which these deals, all with the same blades played, began: (deals, seats, 4, 13)."""
    s = states[0]
    laid = [0] * rules.SEATS
    leader = (s.bidder + 1) & 3
    for k in range(s.laid):
        if k > 0 and k % 4 == 0:
            leader = (leader + rules.best_of(s, k - 4)) & 3
        laid[(leader + k) & 3] |= 1 << s.played[k]
    hands = [hand | laid[seat] for state in states for seat, hand in enumerate(state.hands)]
    return as_blades(hands).reshape(-1, rules.SEATS, 4, 13)


def marks_for(s: Record, rounds: Any) -> Any:
    """The marks of the side that is to play, from the rounds that the proclaimer's side takes in all."""
    over = rounds - rules.number(s)
    marks = np.clip(2 * over, -6, 6) if s.doubled else np.clip(over, -5, 5)
    return (marks + ROUND * over) * (1 if (s.turn ^ s.bidder) & 1 == 0 else -1)


def unlike(s: Record, moves: Sequence[int]) -> list[int]:
    """The lowest of each group of moves that come to the same: nothing in other hands is between them."""
    hand = s.hands[rules.next_hand(s)]
    there = sum(s.hands) & ~hand
    for k in range(s.laid - s.laid % 4, s.laid):
        there |= 1 << s.played[k]
    found, last = [], rules.NONE
    for blade in sorted(moves):
        between = there & ((1 << blade) - 1) >> (last + 1) << (last + 1)
        if last == rules.NONE or last // 13 != blade // 13 or between:
            found.append(blade)
        last = blade
    return found


PLAYERS: Mapping[str, type[Player]] = {
    "blades": HighBlades,
    "thumb": Thumb,
    "seeker": Seeker,
}
