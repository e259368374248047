"""Whether `redeal` keeps the numbers of pieces: `parlour check` compares its positions with those of games.

A seat cannot always count what it does not see, so no single position tells. But a redeal draws what the
seat cannot know as games bring it about. Of its positions about as many have numbers that no game had as
a further game would have: the part of games whose numbers no other game had (Good and Turing).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict

from parlour.errors import BadRules
from parlour.kernel.layout import OVER, Record
from parlour.kernel.moves import SILENT
from parlour.table.game import Game, State

GAMES = 60  # whose positions are redealt
FEWEST = 40  # games that came so far, without which nothing is said
HEARD = frozenset((0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64))  # moves that a seat has heard of
MOST_NEW = 0.5  # of redealt positions may have new numbers, beyond what a further game would have

Numbers = tuple[tuple[int, int], ...]  # each value of a row with how often it is there
Place = tuple[int, int, str]  # a seat, how many moves it has heard of, and a row


class RedealCheck:
    """Counts the values in the rows of positions, and of what `redeal` makes of them.

    Positions are alike in what a seat has heard of, as it may not know how many moves there were: of
    those between which it hears nothing, one of each game counts.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.rng = game, random.Random(1)
        self.heard = [0] * game.seats
        self.silent = [0] * game.seats  # positions since a seat has heard of a move
        self.waiting: dict[tuple[int, int], Record] = {}  # of this game, by seat and moves heard of
        self.met: defaultdict[Place, Counter[Numbers]] = defaultdict(Counter)
        self.redealt: defaultdict[Place, Counter[Numbers]] = defaultdict(Counter)

    def inspect(self, state: State) -> None:
        """Note a position of a running game; games begin with the start."""
        if not state.past:
            self._count()
            self.heard = [0] * self.game.seats
        for seat in range(self.game.seats):
            if state.past and self._hears(state, seat):
                self.heard[seat] += 1
                self.silent[seat] = 0
            self.silent[seat] = self.silent[seat] + 1 if state.past else 1
            running = state.record.turn != OVER
            if running and self.heard[seat] in HEARD and not self.rng.randrange(self.silent[seat]):
                self.waiting[seat, self.heard[seat]] = state.copied_record()

    def finish(self) -> None:
        """Raise BadRules if redealt positions have numbers that games do not have."""
        self._count()
        for (seat, heard, row), redealt in self.redealt.items():
            met = self.met[seat, heard, row]
            games = met.total()
            alone = sum(count == 1 for count in met.values())
            new = Counter({numbers: n for numbers, n in redealt.items() if numbers not in met})
            if games >= FEWEST and new.total() - alone > MOST_NEW * games:
                raise BadRules(
                    f"redeal changes how many there are: for {self.game.seat_names[seat]}, who has heard "
                    f"of {heard} moves, it makes {row} have {_words(new)} in {new.total()} of {games} "
                    f"positions, as no game has it; games have {_words(met)}"
                )

    def _hears(self, state: State, seat: int) -> bool:
        ply = state.past[-1]
        return str(self.game.notation.observed_text(ply.record, ply.code, seat)) != SILENT

    def _count(self) -> None:
        """Count the positions that wait, as they are and redealt."""
        for (seat, heard), record in self.waiting.items():
            for row, numbers in self._numbers(record).items():
                self.met[seat, heard, row][numbers] += 1
            self.game.plain.rules.redeal(record, seat, [self.rng.getrandbits(62)])
            for row, numbers in self._numbers(record).items():
                self.redealt[seat, heard, row][numbers] += 1
        self.waiting.clear()

    def _numbers(self, record: Record) -> dict[str, Numbers]:
        """How often each value is in each row, scratch rows left out."""
        scratch = getattr(self.game.plain.rules, "SCRATCH", ())
        rows = {name: getattr(record, name) for name in record.__slots__ if name not in scratch}
        return {
            name: tuple(sorted(Counter(row).items()))
            for name, row in rows.items()
            if isinstance(row, list)
        }


def _words(counts: Counter[Numbers]) -> str:
    """The most common numbers, in words."""
    numbers, _ = counts.most_common(1)[0]
    return ", ".join(f"{n} times {value}" for value, n in numbers)
