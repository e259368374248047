"""Revolver once more, slowly, straight from its page: one coroutine that asks and is answered in texts.

It shares nothing with the game's own rules and notation; the tests hold the two against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from fractions import Fraction

RANKS = "MSDB987654321"  # from the top
REGIONS = "FGMD"  # from the top
HOLSTER = [rank + region for rank in RANKS for region in REGIONS]  # from the top

Asking = Generator[list[str], str, None]  # yields the legal moves (none: chance), is sent a text


class Ended(Exception):
    """The game is over, for a reason."""


def cards(hand: str) -> list[str]:
    """The bullets of a hand's text."""
    return [hand[i : i + 2] for i in range(0, len(hand), 2)]


def hand_of(bullets: list[str]) -> str:
    """Bullets as the text of a hand, from the top."""
    return "".join(sorted(bullets, key=HOLSTER.index))


def kind(hand: str) -> int:
    """1 to 10, the page's number of a hand's kind."""
    bullets = cards(hand)
    ranks = sorted(RANKS.index(b[0]) for b in bullets)
    regions = {b[1] for b in bullets}
    times = sorted(Counter(ranks).values())
    in_a_row = ranks == list(range(ranks[0], ranks[0] + 4))
    if times == [4]:
        return 1 if bullets[0][0] == "M" else 3
    if in_a_row and len(regions) == 1:
        return 2 if ranks[0] == 0 else 4
    if in_a_row:
        return 5
    if len(regions) == 1:
        return 6
    return {(1, 3): 7, (2, 2): 8, (1, 1, 2): 9, (1, 1, 1, 1): 10}[tuple(times)]


def beats(one: str, other: str) -> bool:
    """Whether the hand `one` is higher than `other`."""
    if kind(one) != kind(other):
        return kind(one) < kind(other)
    mine, theirs = by_number(one), by_number(other)
    for a, b in zip(mine, theirs, strict=True):
        if a[0] != b[0]:
            return RANKS.index(a[0]) < RANKS.index(b[0])
    for a, b in zip(mine, theirs, strict=True):
        if a[1] != b[1]:
            return REGIONS.index(a[1]) < REGIONS.index(b[1])
    raise AssertionError("two hands never tie")


def by_number(hand: str) -> list[str]:
    """The bullets, those of the rank that is most in number first, else from the top."""
    times = Counter(b[0] for b in cards(hand))
    return sorted(cards(hand), key=lambda b: (-times[b[0]], HOLSTER.index(b)))


RARITIES = {1: 20, 2: 15, 3: 10, 4: 5}


class Player:
    """One seat."""

    def __init__(self, number: int, marks: int, forward: int) -> None:
        self.number, self.marks, self.forward = number, marks, forward
        self.status = "g"
        self.reserve, self.withdrawals, self.barrel, self.placed = 1, 0, 0, 0
        self.dealt = self.hand = ""

    @property
    def playing(self) -> bool:
        return self.status not in "lf"

    @property
    def total(self) -> int:
        return self.marks + 50 * self.reserve - self.forward

    def place(self, marks: int) -> None:
        assert 0 <= marks <= self.marks
        self.marks -= marks
        self.barrel += marks
        self.check()

    def check(self) -> None:
        if self.marks == 0 and self.reserve == 0:
            self.status = "f"

    def __str__(self) -> str:
        parts = (self.status, self.marks, self.reserve, self.withdrawals, self.barrel, self.placed)
        return ".".join(map(str, parts))


class Table:
    """A game under way."""

    def __init__(
        self,
        players: int = 7,
        rounds: int = 15,
        dealer: str = "first",
        forward: str = "none",
        move_limit: int = 0,
        showdown: str = "all",
    ) -> None:
        self.conceding = showdown == "concede"
        brought = [0] * players if forward == "none" else list(map(int, forward.split("+")))
        self.seats = [Player(i, 100 + marks, marks) for i, marks in enumerate(brought)]
        self.rounds, self.cutting, self.limit = rounds, dealer == "cut", move_limit * players
        self.round, self.moves, self.last = 1, 0, "-"
        self.phase = "enter"
        self.dealer: Player | None = None if self.cutting else self.seats[0]
        self.turn: Player | None = None
        self.auction: tuple[int, Player] | None = None
        self.discard: tuple[Player, str] | None = None
        self.silver = ""
        self.turned = False
        self.shown: list[Player] = []  # whose hands all have seen in this showdown
        self.scores: list[Fraction] | None = None
        self.reason = ""

    # -- texts -------------------------------------------------------------------------------------

    def line(self, seen: Callable[[Player | None], bool] = lambda player: True) -> str:
        """The position text but for the game's name; with `seen`, the view of who sees those hands."""
        hands = discard = "-"
        if self.silver:
            texts = [
                (p.dealt if seen(p) else p.hand if p in self.shown else "?") if p.dealt else "-"
                for p in self.seats
            ]
            up = self.turned or seen(None)
            hands = "/".join([*texts, self.silver if up else "?"])
        if self.discard:
            who, bullet = self.discard
            discard = f"{who.number}:{bullet if seen(who) else '?'}"
        fields = [
            str(self.round),
            self.phase,
            str(self.dealer.number) if self.dealer else "-",
            str(self.turn.number) if self.turn else "-",
            "/".join(map(str, self.seats)),
            f"{self.auction[0]}@{self.auction[1].number}" if self.auction else "-",
            hands,
            discard,
            self.last,
            str(self.moves),
        ]
        if self.scores:
            fields.append(f"#{self.reason}:{','.join(map(str, self.scores))}")
        return " ".join(fields)

    # -- asking ------------------------------------------------------------------------------------

    def draw(self, phase: str) -> Generator[list[str], str, str]:
        """Chance draws."""
        self.phase, self.turn = phase, None
        self.check_limit()
        return (yield [])

    def ask(
        self, phase: str, player: Player, moves: Callable[[], list[str]], placing: bool = True
    ) -> Generator[list[str], str, str]:
        """Ask a player until he says something else than ``reserve``."""
        while True:
            self.phase, self.turn = phase, player
            self.check_limit()
            may = moves()
            if placing and player.marks == 0 and player.reserve:
                may.append("reserve")
            said = yield sorted(may)
            self.moves += 1
            if said != "reserve":
                return said
            player.marks, player.reserve = 50, 0

    def check_limit(self) -> None:
        if self.limit and self.moves >= self.limit:
            raise Ended("move-limit")

    # -- the game ----------------------------------------------------------------------------------

    def play(self) -> Asking:
        """The whole game from the round that is due."""
        try:
            if self.dealer is None:
                cut = (yield from self.draw("cut"))[4:].split(",")
                self.dealer = self.seats[cut.index(min(cut, key=HOLSTER.index))]
            while True:
                yield from self.one_round()
                self.next_round()
        except Ended as end:
            self.reason = str(end)
            self.phase = "over"
            self.finish()

    def finish(self) -> None:
        if self.reason == "move-limit":
            self.scores = [Fraction(1, len(self.seats))] * len(self.seats)
            self.turned = bool(self.auction or self.discard)
            self.shown = []
            return
        self.turn = None
        best = self.leaders()
        self.scores = [Fraction(int(p in best), len(best)) for p in self.seats]

    def leaders(self) -> list[Player]:
        """Those still in the game who have the most."""
        playing = [p for p in self.seats if p.playing]
        return [p for p in playing if p.total == max(other.total for other in playing)]

    def from_left(self, of: Player) -> list[Player]:
        """All seats from the left of one, that one last."""
        return self.seats[of.number + 1 :] + self.seats[: of.number + 1]

    def entrants(self) -> list[Player]:
        """Those still in the round, from the dealer's left."""
        assert self.dealer
        return [p for p in self.from_left(self.dealer) if p.status == "e"]

    def one_round(self) -> Asking:
        assert self.dealer
        for player in self.from_left(self.dealer):
            if player.status == "g":
                yield from self.enter(player)
            if sum(p.playing for p in self.seats) == 1:
                self.void()
                raise Ended("last-player")
        if self.entrants() and self.dealer.status != "e":
            self.dealer = self.entrants()[0]
        if len(self.entrants()) < 2:
            self.void()
            return
        self.hand_out((yield from self.draw("deal")))
        winner = yield from self.contest()
        if winner is None and self.conceding:
            winner = yield from self.speak()
        self.end_round(winner)

    def speak(self) -> Generator[list[str], str, Player | None]:
        """Each shows or concedes; returns who won unseen, or None."""
        for p in self.seats:
            p.placed = 0
        for player in self.entrants():
            if len(self.entrants()) == 1 and not self.shown:
                return player
            said = yield from self.ask("showdown", player, lambda: ["show", "concede"], False)
            if said == "show":
                self.shown.append(player)
            else:
                player.status = "d"
        return None

    def enter(self, player: Player) -> Asking:
        def moves() -> list[str]:
            may = ["leave"]
            if player.withdrawals < 3 and self.round <= self.rounds and len(self.seats) > 2:
                may.append("withdraw")
            return may + (["enter"] if player.marks >= 5 else [])

        said = yield from self.ask("enter", player, moves)
        if said == "enter":
            player.status = "e"
            player.place(5)
        elif said == "withdraw":
            player.status = "w"
            player.withdrawals += 1
        else:
            player.status = "l"

    def void(self) -> None:
        """Too few entered."""
        left = self.entrants() or [p for p in self.seats if p.playing]
        if len(left) == 1:
            left[0].marks += sum(p.barrel for p in self.seats)
        self.last = "/".join(["-"] * (len(self.seats) + 2))
        self.clear()

    def hand_out(self, text: str) -> None:
        *hands, self.silver = text.removeprefix("deal:").split("/")
        for player, hand in zip(self.seats, hands, strict=True):
            assert (hand != "-") == (player.status == "e")
            player.dealt = player.hand = "" if hand == "-" else hand

    def contest(self) -> Generator[list[str], str, Player | None]:
        """From the deal on; returns who won unseen, or None for a showdown."""
        for step, one, other in ((5, "contest", "ricochet"), (10, "stepup", "rematch")):
            for p in self.seats:
                p.placed = 0
            for player in self.entrants():
                yield from self.place(one, step, player)
                if len(self.entrants()) == 1:
                    return self.entrants()[0]
            most = max(p.placed for p in self.seats)
            for player in self.entrants():
                if player.placed < most:
                    yield from self.match(other, most, player)
                    if len(self.entrants()) == 1:
                        return self.entrants()[0]
            if one == "contest":
                for p in self.seats:
                    p.placed = 0
                yield from self.sell()
                if len(self.entrants()) == 1:
                    return self.entrants()[0]
        return None

    def place(self, phase: str, step: int, player: Player) -> Asking:
        most = max(p.placed for p in self.seats)
        price = {"place": most or step}
        if most:
            price["raise"] = most + step
        said = yield from self.ask(
            phase, player, lambda: ["decline", *(w for w in price if price[w] <= player.marks)]
        )
        self.pay(player, said, price)

    def match(self, phase: str, most: int, player: Player) -> Asking:
        price = {"match": most - player.placed}
        said = yield from self.ask(
            phase, player, lambda: ["decline", *(w for w in price if price[w] <= player.marks)]
        )
        self.pay(player, said, price)

    def pay(self, player: Player, said: str, price: dict[str, int]) -> None:
        if said == "decline":
            player.status = "d"
        else:
            player.placed += price[said]
            player.place(price[said])

    def sell(self) -> Asking:
        """The auction."""
        self.turned = True
        bidders = self.entrants()
        silent = 0
        while silent < len(bidders) - (self.auction is not None):
            player = bidders.pop(0)
            bidders.append(player)

            def moves(player: Player = player) -> list[str]:
                high = self.auction[0] if self.auction else 0
                return ["no-bid"] + [
                    f"bid:{n}" for n in range(high + 1, high + 6) if n <= player.marks
                ]

            said = yield from self.ask("auction", player, moves)
            if said == "no-bid":
                silent += 1
            else:
                silent = 0
                self.auction = int(said[4:]), player
        if self.auction:
            bid, player = self.auction
            player.place(bid)
            if player.status == "e":
                own = [f"discard:{bullet}" for bullet in cards(player.dealt)]
                said = yield from self.ask("discard", player, lambda: list(own), placing=False)
                gone = said[-2:]
                self.discard = player, gone
                kept = [b for b in cards(player.dealt) if b != gone]
                player.hand = hand_of([*kept, self.silver])

    def end_round(self, winner: Player | None) -> None:
        shown: list[Player] = []
        if winner is None:
            shown = self.entrants()
            winner = next(p for p in shown if all(p is q or beats(p.hand, q.hand) for q in shown))
        winner.marks += sum(p.barrel for p in self.seats)
        assert self.dealer
        for holder in self.from_left(self.dealer):
            if holder.playing and holder.dealt and kind(holder.dealt) in RARITIES:
                for payer in self.seats:
                    if payer is not holder and payer.playing and payer.status != "o":
                        paid = min(RARITIES[kind(holder.dealt)], payer.marks)
                        payer.marks -= paid
                        holder.marks += paid
                        payer.check()
        texts = []
        for p in self.seats:
            rare = f"!{p.dealt}" if p.dealt and kind(p.dealt) in RARITIES else ""
            texts.append((p.hand if p in shown else "-") + rare)
        silver = self.silver if self.turned else "-"
        self.last = "/".join([str(winner.number), *texts, silver])
        self.clear()

    def clear(self) -> None:
        for p in self.seats:
            p.barrel = p.placed = 0
            p.dealt = p.hand = ""
        self.auction = self.discard = None
        self.silver, self.turned, self.shown = "", False, []

    def next_round(self) -> None:
        """After a round: the end of the game, or who plays the next one."""
        playing = [p for p in self.seats if p.playing]
        if len(playing) == 1:
            raise Ended("last-player")
        best = self.leaders()
        if self.round >= self.rounds:
            if len(best) == 1 or self.round == self.rounds + 10:
                raise Ended("rounds")
            playing = best
        for p in self.seats:
            if p.playing:
                p.status = "g" if p in playing else "o"
        self.round += 1
        assert self.dealer
        self.dealer = next(p for p in self.from_left(self.dealer) if p.status == "g")
