"""The draughts set once more, slowly: squares in a dictionary, move texts as moves, rule by rule.

Nothing here is shared with the games that it is compared with but the options and the texts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Square = tuple[int, int]
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def colour(square: Square) -> int:
    return (square[0] + square[1]) % 2  # 0 dark, 1 light


def owner(piece: str) -> int:
    return 0 if piece.isupper() else 1


def of(side: int, kind: str) -> str:
    return kind if side == 0 else kind.lower()


class Slow:
    """One game being played: `moves()` are its texts, `play(text)`, `text`, `ended`."""

    def __init__(self, identifier: str, **options: Any) -> None:
        self.id, self.o = identifier, options
        self.two = (
            options.get("sets", "both" if identifier == "leopard-princess" else "dark") == "both"
        )
        self.parallel = options.get("format") == "parallel"
        self.first = options.get("win") == "first"
        self.streak = options.get("streak", 0) if self.two and not self.parallel else 0
        self.game = options.get("game", identifier)
        self.four = options.get("seats") == 4
        self.leopard = identifier == "leopard-princess"
        self.sets = dict.fromkeys((0, 1) if self.two else (0,), "p")
        self.why: dict[int, str] = {}
        self.elected: dict[tuple[int, int], str] = {}
        self.last: dict[int, tuple[int, int]] = {}
        self.quiet, self.made, self.resets = [0, 0], [0, 0], [0, 0]
        self.side, self.due, self.reason = 0, 0, ""
        self.seen: dict[str, int] = {}
        self.board: dict[Square, str] = {}
        self.lay_out()
        self.cards = (
            [self.south_card(i) for i in range(14)] if options.get("cards") == "yes" else []
        )
        self.rounds = options.get("card_moves", 1)
        self.drawn: list[str] = []  # the cards by South's moves, where there are several rounds
        self.waiting = 0 if self.cards else None  # the side whose card is to be drawn
        if not self.cards:
            self.count_position()

    # -- the start

    def ranks(self) -> int:
        if self.id in ("english-draughts", "sovereign"):
            return 3
        return 2 if self.leopard else self.o["ranks"]

    def lay_out(self) -> None:
        for side in (0, 1):
            for x in range(8):
                for y in range(self.ranks()):
                    square = (x, y if side == 0 else 7 - y)
                    if colour(square) in self.sets:
                        self.board[square] = of(side, "M")
            if self.has_champions(side):
                kind = "C" if self.game in ("election", "rebound") else "R"
                for x in (3, 4):
                    square = (x, 0 if side == 0 else 7)
                    if colour(square) in self.sets:
                        self.board[square] = of(side, kind)

    def has_champions(self, side: int) -> bool:
        if self.id == "english-draughts":
            return False
        if self.id == "sovereign":
            return self.o["sovereign"] == ("south", "north")[side]
        return self.o.get("champions", "yes") == "yes"

    def south_card(self, i: int) -> tuple[Square, Square]:
        y = self.ranks() - 1
        steps = [((x, y), (x + d, y + 1)) for x in range(8) for d in (-1, 1) if 0 <= x + d < 8]
        return steps[i]

    # -- where pieces go

    def kind(self, square: Square) -> str:
        return self.board[square].upper()

    def ways(self, piece: str) -> list[tuple[int, int]]:
        up = 1 if owner(piece) == 0 else -1
        kind = piece.upper()
        rows = {"M": [up], "H": [-up], "C": [1, -1], "R": [1, -1]}[kind]
        return [(dx, dy) for dy in rows for dx in (-1, 1)]

    def inside(self, square: Square) -> bool:
        return 0 <= square[0] < 8 and 0 <= square[1] < 8

    def steps(self, c: int, side: int) -> list[list[Square]]:
        found = []
        for square, piece in self.board.items():
            if owner(piece) == side and colour(square) == c:
                for dx, dy in self.ways(piece):
                    to = (square[0] + dx, square[1] + dy)
                    if self.inside(to) and to not in self.board:
                        found.append([square, to])
        return found

    def jumps(self, c: int, side: int) -> list[tuple[list[Square], list[Square]]]:
        """Whole captures: the squares landed on, and those jumped."""
        found: list[tuple[list[Square], list[Square]]] = []

        def go(path: list[Square], over: list[Square]) -> None:
            piece, at = self.board[path[0]], path[-1]
            stop = any(self.kind(square) == "R" for square in over)
            stop = stop or (self.leopard and len(path) > 1 and at[1] == (7 if side == 0 else 0))
            longer = False
            for dx, dy in [] if stop else self.ways(piece):
                mid, to = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
                if not self.inside(to) or mid not in self.board or mid in over:
                    continue
                if owner(self.board[mid]) == side or (to in self.board and to != path[0]):
                    continue
                longer = True
                go([*path, to], [*over, mid])
            if over and not longer:
                found.append((path, over))

        for square, piece in list(self.board.items()):
            if owner(piece) == side and colour(square) == c:
                go([square], [])
        return found

    # -- legal moves by text: (path, jumped, election, place)

    def moves(self) -> dict[str, Any]:
        if self.reason or self.waiting is not None:
            return {}
        sets = [c for c in self.sets if self.sets[c] == "p"]
        if self.parallel:
            sets = [self.due]
        captures = {c: self.jumps(c, self.side) for c in sets}
        full = None
        if self.streak and len(sets) == 2:
            c, n = self.last.get(self.side, (0, 0))
            full = c if n >= self.streak else None
        if full is not None and captures[1 - full]:
            chosen = captures[1 - full]
        elif full is not None and captures[full]:
            chosen = captures[full]
        elif full is not None:
            chosen = [(path, []) for path in self.steps(1 - full, self.side)]
        elif any(captures.values()):
            chosen = [capture for c in sets for capture in captures[c]]
        else:
            chosen = [(path, []) for c in sets for path in self.steps(c, self.side)]
        texts = {}
        for path, over in chosen:
            text = ("x" if over else "-").join(map(name, path))
            for end, place in self.ends(path, over):
                whole = text + (f":{end}" if end else "") + (f"@{name(place)}" if place else "")
                assert whole not in texts
                texts[whole] = (path, over, end, place)
        return texts

    def ends(self, path: list[Square], over: list[Square]) -> list[tuple[str, Square | None]]:
        """What can be chosen on the end rank: an election or "", and a square or None."""
        at, side, c = path[-1], self.side, colour(path[0])
        if self.kind(path[0]) != "M" or at[1] != (7, 0)[side] or self.wins_by_capture(over, c):
            return [("", None)]
        if self.game == "election":
            mine = self.elected.get((c, side))
            if mine is not None:
                return [("", place) for place in self.places(mine, path)]
            found = [(end, p) for end in ("rebound", "reset") for p in self.places(end, path)]
            if self.o["royal"] == "yes" and self.both_champions(c, over):
                found.append(("royal", None))
            return found
        if self.game == "reset" and self.o["reset"] == "promotion":
            return [("", None)]
        if self.game in ("rebound", "reset"):
            return [("", place) for place in self.places(self.game, path)]
        if self.id == "royal-draughts" and self.o["transfer"] == "yes":
            home = (at[0], 0 if side == 0 else 7)
            free = home not in self.board and self.sets[colour(home)] == "p"
            return [("", None)] + [("", home)] * free
        return [("", None)]

    def both_champions(self, c: int, over: list[Square]) -> bool:
        left = {
            owner(p)
            for s, p in self.board.items()
            if colour(s) == c and s not in over and p in "CRcr"
        }
        return left == {0, 1}

    def places(self, end: str, path: list[Square]) -> list[Square | None]:
        side, c, at = self.side, colour(path[0]), path[-1]
        if end == "royal":
            return [None]
        other = 1 - c
        same = (
            self.game == "election"
            and self.o["transferable"] == "yes"
            and self.sets.get(other) == "p"
            and self.elected.get((other, side)) == end
        )
        free = [
            (x, y)
            for x in range(8)
            for y in range(8)
            if (x, y) not in self.board or (x, y) == path[0]
        ]
        if end == "rebound":
            moved = same or (self.game == "rebound" and self.o["rebound"] == "transfer")
            rank = [
                s for s in free if s[1] == at[1] and s != at and self.sets.get(colour(s)) == "p"
            ]
            return [None, *(rank if moved else [])]
        if self.o["reset_limit"] and self.resets[side] >= self.o["reset_limit"]:
            return [None]
        ranks = range(self.ranks()) if side == 0 else range(8 - self.ranks(), 8)
        zone = [s for s in free if s[1] in ranks and self.sets.get(colour(s)) == "p"]
        if not (same or (self.game == "reset" and self.o["reset"] == "transfer")):
            zone = [s for s in zone if colour(s) == c]
            if self.o["reset"] == "closed":
                zone = [s for s in zone if s[0] == at[0]]
        return list(zone) or [None]

    def wins_by_capture(self, over: list[Square], c: int) -> bool:
        if any(self.kind(square) == "R" for square in over):
            return True
        return bool(over) and not self.left(c, 1 - self.side, over)

    def left(self, c: int, side: int, gone: list[Square] = []) -> list[Square]:  # noqa: B006
        return [
            s
            for s, p in self.board.items()
            if owner(p) == side and colour(s) == c and s not in gone
        ]

    # -- playing

    def draws(self) -> dict[str, tuple[Square, Square]]:
        if self.waiting is None:
            return {}
        return {
            f"card:{name(start)}-{name(to)}": (start, to) for start, to in self.cards_for_the_turn()
        }

    def cards_for_the_turn(self) -> list[tuple[Square, Square]]:
        """The moves, for the side to move, of the cards that it can draw."""
        side, first = self.side, self.made[self.side] == 0
        limit = self.o["move_limit"]
        if self.made[side] >= self.rounds or (limit and min(self.made) >= limit):
            return []
        sets = [c for c in self.sets if self.sets[c] == "p"]
        if self.parallel and not first:
            sets = [self.due]
        if any(self.jumps(c, side) for c in sets):
            return []
        last = self.last.get(side, (0, 0))
        if self.streak and len(sets) == 2 and last[1] >= self.streak:
            sets.remove(last[0])
        steps = [step for c in sets for step in self.steps(c, side)]
        found = []
        for start, to in self.cards:
            if side == 1:
                start, to = (start[0], 7 - start[1]), (to[0], 7 - to[1])
            if [start, to] in steps:
                found.append((start, to))
        return found

    def wait_for_card(self) -> None:
        """See whether a card is to be drawn for the side to move."""
        asked = self.cards and not self.reason and self.cards_for_the_turn()
        self.waiting = self.side if asked else None

    def play(self, text: str) -> None:
        if self.waiting is not None:
            start, to = self.draws()[text]
            card = (start, to)
            if self.waiting == 1:
                card = (start[0], 7 - start[1]), (to[0], 7 - to[1])
            self.cards.remove(card)
            self.drawn.append("-".join(map(name, card)))
            self.make([start, to], [], "", None)
            if self.rounds == 1 and self.waiting == 1:
                self.cards = []
        else:
            self.make(*self.moves()[text])
        self.wait_for_card()
        if not self.reason and self.waiting is None and self.count_position() >= 3:
            self.draw_all("repetition")
        limit = self.o["move_limit"]
        if not self.reason and limit and min(self.made) >= limit:
            self.draw_all("move-limit")

    def make(self, path: list[Square], over: list[Square], end: str, place: Square | None) -> None:
        side, c, at = self.side, colour(path[0]), path[-1]
        piece = self.board[path[0]]
        kind = piece.upper()
        royal = any(self.kind(square) == "R" for square in over)
        decided = bool(over) and self.wins_by_capture(over, c)
        end_rank, home_rank = ((7, 0), (0, 7))[side]
        del self.board[path[0]]
        for square in over:
            del self.board[square]
        stands: Square | None = place or at
        arrived = kind == "M" and at[1] == end_rank
        if arrived and end:
            self.elect(c, side, end)
        if arrived:
            fate = self.elected.get((c, side)) if self.game == "election" else self.game
            if fate == "reset" and self.game == "reset" and self.o["reset"] == "promotion":
                fate = "royal"
            if fate in ("royal", "royal-draughts", "sovereign", "english-draughts"):
                piece = of(side, "C")
            elif fate == "rebound":
                piece = of(side, "H")
            elif fate == "reset" and not decided:
                if place is None:
                    stands = None
                else:
                    self.resets[side] += 1
        if stands:
            self.board[stands] = piece
        self.made[side] += 1
        before = self.last.get(side, (c, 0))
        self.last[side] = (c, before[1] + 1 if before[0] == c else 1)
        if kind in "MH" or over:
            touched = {c, colour(place)} if place else {c}
            for t in (0, 1) if self.leopard else touched:
                self.quiet[t] = 0
        else:
            self.quiet[c] += 1
        why = ""
        if royal:
            why = "royal-capture"
        elif kind == "H" and at[1] == home_rank:
            why = "return"
        elif at[1] == end_rank and (self.leopard or (self.game == "practice" and kind == "M")):
            why = "end-rank"
        elif over and not self.left(c, 1 - side):
            why = "royal-capture" if self.id == "royal-draughts" else "clearance"
        if why:
            self.end(c, str(side), why, at)
        elif not self.left(c, side):
            self.end(
                c,
                str(1 - side),
                "royal-capture" if self.id == "royal-draughts" else "clearance",
                None,
            )
        self.next_turn(c, stands)

    def elect(self, c: int, side: int, end: str) -> None:
        seats = (0, 1) if self.o["choice"] == "first-only" else (side,)
        for seat in seats:
            self.elected[c, seat] = end
            if end != "rebound":
                for square, piece in self.board.items():
                    if colour(square) == c and owner(piece) != seat and piece in "Cc":
                        self.board[square] = of(1 - seat, "R")

    def end(self, c: int, result: str, why: str, kept: Square | None) -> None:
        self.sets[c], self.why[c] = result, why
        for square in [s for s in self.board if colour(s) == c and s != kept]:
            del self.board[square]

    def over(self) -> bool:
        values = list(self.sets.values())
        return "p" not in values or (self.first and ("0" in values or "1" in values))

    def finish(self) -> None:
        values = list(self.sets.values())
        south, north, drawn = values.count("0"), values.count("1"), "=" in values
        if not self.two:
            self.reason = self.why[0]
        elif self.leopard:
            if 2 in (south, north):
                self.reason = "major-win"
            elif south + north == 2:
                self.reason = "level-contest"
            else:
                self.reason = "minor-win" if south + north else "drawn-contest"
        elif self.first and south + north:
            self.reason = "first-win"
        elif 2 in (south, north):
            self.reason = "decisive-win"
        elif south and north:
            self.reason = "level-game"
        else:
            self.reason = "partial-win" if south + north else "draw"
        assert drawn or south + north

    def scores(self) -> tuple[Fraction, ...]:
        values = list(self.sets.values())
        wins = [Fraction(values.count("0")), Fraction(values.count("1"))]
        if self.leopard:
            share = [w + HALF * ("=" in values) for w in wins]
        elif self.reason == "first-win" and self.o.get("teams") == "no":
            c = self.due if self.sets[self.due] in "01" else 1 - self.due
            winner = int(self.sets[c]) + 2 * c
            return tuple(Fraction(int(seat == winner)) for seat in range(4))
        elif self.four and self.o["teams"] == "no":
            return (QUARTER,) * 4
        elif self.reason == "first-win":
            share = [Fraction(int(w > 0)) for w in wins]
        elif self.reason == "draw":
            share = [HALF, HALF]
        else:
            share = [(w + HALF * values.count("=")) / len(values) for w in wins]
        return tuple(share) * (2 if self.four else 1)

    def draw_all(self, why: str) -> None:
        for c in self.sets:
            if self.sets[c] == "p":
                self.end(c, "=", why, None)
        self.finish()

    def next_turn(self, c: int, stands: Square | None) -> None:
        mover, self.side = self.side, 1 - self.side
        if self.parallel:
            self.due = self.set_after(mover, c)
        if self.over():
            self.finish()
            return
        if self.leopard:
            if not any(self.can_move(x) for x in self.sets if self.sets[x] == "p"):
                self.draw_all("stalemate")
                return
        else:
            self.blockades(stands)
        if self.over():
            self.finish()
            return
        limit = 2 * self.o["draw_moves"]
        if self.leopard:
            if limit and sum(self.quiet) >= limit:
                self.draw_all("no-progress")
            return
        if limit and self.sets[c] == "p" and self.quiet[c] >= limit:
            self.end(c, "=", "no-progress", None)
            if not self.over() and self.parallel and self.due == c:
                self.due = 1 - c
                self.blockades(None)
        if self.over():
            self.finish()

    def set_after(self, mover: int, c: int) -> int:
        """North dark follows South dark, South light North dark, …; a set that has ended is left out."""
        wanted = c if mover == 0 else 1 - c
        if self.cards and self.made[1 - mover] in range(1, max(self.rounds, 2)):
            wanted = 0 if self.made[1 - mover] == 1 else 1
        if self.sets[wanted] == "p":
            return wanted
        if self.sets[1 - wanted] == "p" or mover == 1:
            return 1 - wanted
        return wanted

    def can_move(self, c: int) -> bool:
        return bool(self.steps(c, self.side) or self.jumps(c, self.side))

    def blockades(self, stands: Square | None) -> None:
        order = [self.due, 1 - self.due] if self.parallel else list(self.sets)
        for c in order:
            if self.sets.get(c) != "p":
                continue
            if self.can_move(c):
                if self.parallel:
                    self.due = c
                    return
                continue
            kept = stands if stands and colour(stands) == c else None
            self.end(c, str(1 - self.side), "blockade", kept)

    # -- texts

    @property
    def fields(self) -> list[str]:
        rows = ["".join(self.board.get((x, y), ".") for x in range(8)) for y in range(7, -1, -1)]
        seat = self.side + (2 * self.due if self.four else 0)
        turn = f"{seat}*"
        if self.parallel and self.sets[self.due] == "p":
            turn = f"{seat}{'dl'[self.due]}"
        if self.waiting is not None:
            turn = f"?{self.waiting}"
        sets = ",".join(self.sets.get(c, "-") for c in (0, 1))
        letter = {"rebound": "b", "reset": "s", "royal": "r", None: "-"}
        pairs = ["".join(letter[self.elected.get((c, i))] for i in (0, 1)) for c in (0, 1)]
        counts = ",".join(map(str, self.quiet + self.made + self.resets))
        drawn = [",".join(self.drawn) or "-"] if self.rounds > 1 else []
        streaks = ",".join(self.streaks(99999))
        return ["/".join(rows), turn, sets, ",".join(pairs), streaks, counts, *drawn]

    def streaks(self, cap: int) -> list[str]:
        last = [self.last.get(side) for side in (0, 1)]
        return [f"{'dl'[x[0]]}{min(x[1], cap)}" if x else "-" for x in last]

    def count_position(self) -> int:
        fields = self.fields[:4] + self.fields[6:]
        if self.streak and list(self.sets.values()) == ["p", "p"]:
            fields += self.streaks(self.streak)
        key = " ".join(fields)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    @property
    def text(self) -> str:
        end = [f"#{self.reason}:{','.join(map(str, self.scores()))}"] if self.reason else []
        return " ".join(self.fields + end)

    def read(self, text: str) -> None:
        """Go on from the position of a text, taken to be a right one; of several rounds a card may be due."""
        board, turn, sets, elected, streaks, counts, *drawn = text.split(" ")[1:]
        rows = board.split("/")
        squares = [(x, y) for y in range(8) for x in range(8)]
        self.board = {(x, y): rows[7 - y][x] for x, y in squares if rows[7 - y][x] != "."}
        self.waiting = int(turn[1]) if turn[0] == "?" else None
        self.side = self.waiting if self.waiting is not None else int(turn[0]) % 2
        self.due = "dl".index(turn[1]) if turn[1] in "dl" else 0
        self.sets = {c: s for c, s in enumerate(sets.split(",")) if s != "-"}
        words = {"b": "rebound", "s": "reset", "r": "royal"}
        pairs = elected.split(",")
        letters = {(c, i): pairs[c][i] for c in (0, 1) for i in (0, 1)}
        self.elected = {key: words[x] for key, x in letters.items() if x != "-"}
        last = enumerate(streaks.split(","))
        self.last = {side: ("dl".index(x[0]), int(x[1:])) for side, x in last if x != "-"}
        numbers = [int(x) for x in counts.split(",")]
        self.quiet, self.made, self.resets = numbers[:2], numbers[2:4], numbers[4:]
        if self.waiting is not None and self.parallel:
            wanted = 1 if self.made[self.side] == 2 else 0
            self.due = wanted if self.sets[wanted] == "p" else 1 - wanted
        self.drawn = [card for card in "".join(drawn).split(",") if card not in ("", "-")]
        whole = [self.south_card(i) for i in range(14)] if self.rounds > 1 else []
        self.cards = [card for card in whole if "-".join(map(name, card)) not in self.drawn]
        self.seen = {}
        if self.waiting is None:
            self.count_position()
