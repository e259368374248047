"""Revolver's rules held against a slow version written from its page, over random games."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from parlour.table.game import State
from tests.oracles.revolver import HOLSTER, RANKS, REGIONS, Player, Table, hand_of

TEMPERS = (  # how likely a move of each word is beside the others
    {"leave": 0.02, "withdraw": 0.3, "decline": 0.3},
    {"leave": 0.0, "withdraw": 0.05, "decline": 0.05, "raise": 2.0, "bid": 0.5},
    {"leave": 0.1, "withdraw": 1.0, "no-bid": 0.3},
    {"leave": 0.005, "withdraw": 0.02, "decline": 0.02, "no-bid": 4.0, "reserve": 3.0},
)


def random_options(rng: random.Random) -> dict[str, object]:
    """Options of every kind; few rounds are more common than many."""
    players = rng.choice([2, 5, 6, 7])
    forward = "+".join(str(rng.choice([0, 0, 5, 37, 150])) for _ in range(players))
    return {
        "showdown": rng.choice(["all", "concede"]),
        "players": players,
        "rounds": rng.choice([1, 1, 2, 3, 5, 15]),
        "dealer": rng.choice(["first", "first", "cut"]),
        "forward": rng.choice(["none", forward]),
        "move_limit": rng.choice([0, 0, 0, rng.randint(1, 40)]),
    }


def random_answer(
    table: Table, moves: list[str], rng: random.Random, temper: dict[str, float]
) -> str:
    """A legal move, or an outcome of chance with more rarities than there are."""
    if moves:
        weights = [temper.get(move.partition(":")[0], 1.0) + 1e-9 for move in moves]
        return rng.choices(moves, weights)[0]
    if table.phase == "cut":
        return "cut:" + ",".join(rng.sample(HOLSTER, len(table.seats)))
    left = rng.sample(HOLSTER, len(HOLSTER))
    hands = {}
    for player in table.seats:
        if player.status == "e":
            rare = rarity(left, rng) if rng.random() < 0.3 else []
            hands[player.number] = rare or left[:4]
            left = [bullet for bullet in left if bullet not in hands[player.number]]
    texts = [hand_of(hands[i]) if i in hands else "-" for i in range(len(table.seats))]
    return "deal:" + "/".join([*texts, left[0]])


def rarity(left: list[str], rng: random.Random) -> list[str]:
    """Some rarity made of bullets that are left; empty if that one cannot be made."""
    if rng.random() < 0.4:
        rank = rng.choice(RANKS)
        wanted = [rank + region for region in REGIONS]
    else:
        top, region = rng.choice([0, rng.randrange(10)]), rng.choice(REGIONS)
        wanted = [rank + region for rank in RANKS[top : top + 4]]
    return wanted if set(wanted) <= set(left) else []


def poor(table: Table, rng: random.Random) -> None:
    """Make of a table before its first round one with few marks, some out, some level."""
    level = rng.choice([5, 7, 12, 20, 40])
    for player in table.seats:
        marks = rng.choice([0, 4, 5, level, level, level, rng.randint(1, 60)])
        player.reserve = rng.choice([0, 0, 1])
        player.marks = marks if player.reserve else max(marks, 1)
        player.withdrawals = rng.randint(0, 3)
        if rng.random() < 0.2:
            player.status = "l"
    stay = table.seats[1:3] if len(table.seats) > 2 else table.seats
    for player in stay:
        player.status = "g"
    if rng.random() < 0.5 and len(table.seats) > 2:
        finished = table.seats[-1]
        finished.status, finished.marks, finished.reserve = "f", 0, 0
    if rng.random() < 0.5:
        table.round = table.rounds + rng.choice([0, 0, 1, 9, 10])
    if table.round > table.rounds:
        for player in table.seats:
            if player.status == "g" and rng.random() < 0.4 and player not in stay:
                player.status = "o"
    table.dealer = rng.choice([p for p in table.seats if p.status == "g"])
    table.turn = next(p for p in table.from_left(table.dealer) if p.status == "g")


def compare(state: State, table: Table, moves: list[str]) -> None:
    """Check that a position is the same in both: texts, views, moves, outcome."""
    name = state.game.name
    assert state.text == f"{name} {table.line()}"
    assert state.moves() == moves
    for seat in (None, *table.seats):

        def seen(player: Player | None, seat: Player | None = seat) -> bool:
            return player is not None and player is seat

        assert state.view(None if seat is None else seat.number) == f"{name} {table.line(seen)}"
    if table.scores:
        assert state.outcome is not None
        assert list(state.outcome.scores) == table.scores
        assert state.outcome.reason == table.reason
    else:
        assert (state.turn == parlour.CHANCE) == (not moves)


def play_both(seed: int, poverty: bool) -> Counter[str]:
    """One random game in both; counts its end and what is rare."""
    rng = random.Random(seed)
    options = random_options(rng) | ({"dealer": "first"} if poverty else {})
    game, table = parlour.game("revolver", **options), Table(**options)  # type: ignore[arg-type]
    state = game.start()
    if poverty:
        poor(table, rng)
        state = game.read(f"{game.name} {table.line()}")
    temper = rng.choice(TEMPERS)
    asking = table.play()
    try:
        moves = next(asking)
        while True:
            compare(state, table, moves)
            answer = random_answer(table, moves, rng, temper)
            reread = game.read(state.text)
            moves_after = asking.send(answer)
            state.play(answer)
            assert reread.play(answer).text == state.text
            moves = moves_after
    except StopIteration:
        state.play(answer)
        compare(state, table, [])
        assert game.read(state.text).text == state.text
    return Counter(
        {
            f"#{table.reason}": 1,
            "extra rounds": table.round > table.rounds,
            "rarity": "!" in table.last,
            "finished": any(player.status == "f" for player in table.seats),
        }
    )
