"""The draughts set against a slow reading of the page, move by move, under random options.

Games are played from the start and from random boards, so that blockades, lost men and elections of
every kind come up.
"""

from __future__ import annotations

import random
from collections import Counter

import parlour
from parlour.table.catalogue import specs
from tests.oracles.draughts import Slow

IDS = (
    *("english-draughts", "royal-draughts", "sovereign", "leopard-princess"),
    *("twindraughts",) * 4,
)
SHORT = {"move_limit": (0, 3, 10, 40), "draw_moves": (0, 1, 2, 5), "reset_limit": (0, 1, 2, 3)}
BOARDS = 8  # random boards for each option set


def random_game(rng: random.Random) -> parlour.Game:
    """A game with random options that go together, in which some draw can end it."""
    while True:
        identifier = rng.choice(IDS)
        options = specs()[identifier].all_options.items()
        chosen = {n: rng.choice(SHORT.get(n, o.allowed)) for n, o in options if rng.random() < 0.45}
        if chosen.get("move_limit") == 0 == chosen.get("draw_moves"):
            continue
        try:
            return parlour.game(identifier, **chosen)
        except parlour.BadOption:
            continue


def random_text(game: parlour.Game, rng: random.Random) -> str:
    """Something near to a position text: pieces, turn and counts at random."""
    rules = game.plain.rules
    sets = (
        ["p", "-"]
        if rules.SETS == 1
        else rng.choice((["p", "p"], ["p", "p"], ["0", "p"], ["p", "="]))
    )
    elected = random_elections(rules, rng)
    quiet = [rng.choice((0, rng.randrange(2 * rules.DRAW_MOVES or 50))) for _ in range(rules.SETS)]
    quiet += [0] * (2 - len(quiet))
    made = [sum(quiet) + rng.randrange(3)] * 2
    made[0] += rules.CARD_ROUNDS > 1 and rng.random() < 0.3
    drawn = random_cards(game, made, rng)
    streaks = [random_streak(n, rules.SETS, rng) for n in made]
    return " ".join(
        [
            game.name,
            random_board(game, sets, elected, rng),
            random_turn(rules, sets, rng),
            ",".join(sets),
            ",".join(elected),
            ",".join(streaks),
            ",".join(map(str, (*quiet, *made, *random_resets(rules, rng)))),
            *drawn,
        ]
    )


def random_elections(rules: object, rng: random.Random) -> list[str]:
    if rules.END_RANK != 0:  # type: ignore[attr-defined]
        return ["--", "--"]
    letters = "--bs" + "r" * rules.ROYAL_CHOICE  # type: ignore[attr-defined]
    pairs = [rng.choice(letters) + rng.choice(letters) for _ in range(2)]
    if rules.FIRST_ONLY:  # type: ignore[attr-defined]
        pairs = [pair[0] * 2 for pair in pairs]
    return pairs if rules.SETS == 2 else [pairs[0], "--"]  # type: ignore[attr-defined]


def random_board(
    game: parlour.Game, sets: list[str], elected: list[str], rng: random.Random
) -> str:
    rows = [["."] * 8 for _ in range(8)]
    full = rng.choice((0.1, 0.2, 0.3, 0.5))
    for y in range(8):
        for x in range(8):
            which = (x + y) % 2
            if sets[which] != "p" or rng.random() > full:
                continue
            side = rng.randrange(2)
            kinds = "M" * rng.choice((1, 3)) + game.notation.kinds_of(side)
            kind = fitting(rng.choice(kinds), game, elected[which], side)
            rows[7 - y][x] = kind if side == 0 else kind.lower()
    return "/".join(map("".join, rows))


def fitting(kind: str, game: parlour.Game, elected: str, side: int) -> str:
    """`kind`, or what it can be under the elections on its set."""
    if game.plain.rules.END_RANK != 0:
        return kind
    if kind == "H" and elected[side] != "b":
        return "M"
    if kind == "R" and elected[1 - side] not in "sr":
        return "C"
    return "R" if kind == "C" and elected[1 - side] == "s" else kind


def random_cards(game: parlour.Game, made: list[int], rng: random.Random) -> list[str]:
    """The field CARDS, where there are several rounds of cards."""
    rounds = game.plain.rules.CARD_ROUNDS
    if rounds == 1:
        return []
    names = [text.removeprefix("card:") for text, _ in game.start().chances() or ()]
    turns = sum(min(n, rounds) for n in made)
    return [",".join(rng.sample(names, rng.randint(0, turns))) or "-"]


def random_turn(rules: object, sets: list[str], rng: random.Random) -> str:
    if rules.CARD_ROUNDS > 1 and rng.random() < 0.5:  # type: ignore[attr-defined]
        return f"?{rng.randrange(2)}"
    side, due = rng.randrange(2), rng.choice([i for i in range(2) if sets[i] == "p"])
    if not rules.PARALLEL:  # type: ignore[attr-defined]
        return f"{side}*"
    seat = side + 2 * due if rules.SEATS == 4 else side  # type: ignore[attr-defined]
    return f"{seat}{'dl'[due]}"


def random_streak(made: int, sets: int, rng: random.Random) -> str:
    if made == 0:
        return "-"
    return f"d{made}" if sets == 1 else f"{rng.choice('dl')}{rng.randint(1, made)}"


def random_resets(rules: object, rng: random.Random) -> list[int]:
    return [rng.randrange(3), rng.randrange(3)] if rules.END_RANK == 2 else [0, 0]  # type: ignore[attr-defined]


def running(game: parlour.Game, text: str) -> parlour.State | None:
    """The state of `text`, if it is a position text of a running game."""
    try:
        state = game.read(text)
    except parlour.BadPosition:
        return None
    return None if state.turn is None else state


def compare(state: parlour.State, slow: Slow, rng: random.Random) -> str:
    """Play both to the end: the same texts, moves, draws, ends; each position reads back.

    Returns the reason of the end.
    """
    while True:
        assert state.text == f"{state.game.name} {slow.text}"
        again = state.game.read(state.text)
        assert (again.text, again.outcome) == (state.text, state.outcome)
        if state.turn is None:
            break
        assert again.moves() == state.moves()
        if state.turn == parlour.CHANCE:
            assert [text for text, _ in state.chances() or ()] == sorted(slow.draws())
            move = state.draw(rng)
        else:
            assert state.moves() == sorted(slow.moves())
            move = rng.choice(state.moves())
        state.play(move)
        slow.play(move)
    without_end = state.text.rpartition(" #")[0]
    try:
        assert state.game.read(without_end).outcome == state.outcome
    except parlour.BadPosition as error:
        assert "is unknown" in str(error)
    assert state.outcome is not None
    return state.outcome.reason


def play_both(seed: int, option_sets: int) -> Counter[str]:
    """Random games under some option sets, from the start and from random boards; counts the ends."""
    rng, met = random.Random(seed), Counter[str]()
    for _ in range(option_sets):
        game = random_game(rng)
        met[f"#{compare(game.start(), Slow(game.id, **game.chosen), rng)}"] += 1
        for _ in range(BOARDS):
            text = random_text(game, rng)
            state = running(game, text)
            if state is not None:
                slow = Slow(game.id, **game.chosen)
                slow.read(text)
                met[f"#{compare(state, slow, rng)}"] += 1
    return met
