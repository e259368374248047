"""Revolver's players: what they think of hands, that they see no more than they may, that they win."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

import parlour
from parlour.games.revolver import hands, players
from parlour.games.revolver.names import read_hand
from parlour.games.revolver.players import Reader
from parlour.games.revolver.thinking import JUDGEMENT
from parlour.kernel.layout import to_compiled
from parlour.kernel.loader import SourceFile
from parlour.players import player
from parlour.players.scores import wilson
from tests.games.test_revolver import after, auction, dealt, field, started, twins

GAME = parlour.game("revolver", players=5)
PLAIN = GAME.plain.algorithm(JUDGEMENT)
KINDS = ("timid", "wary", "tight", "loose", "bluffing", "reader:deals=3")


def compiled():  # type: ignore[no-untyped-def]
    return GAME.compiled.algorithm(JUDGEMENT)


def test_quantiles_are_counted_right() -> None:
    rng = random.Random(2)
    counts: dict[int, int] = {}
    quick = GAME.compiled.bind(SourceFile.of_module("parlour.games.revolver.hands"))
    for a, b, c, d in combinations(range(52), 4):
        group = quick.strength(1 << a | 1 << b | 1 << c | 1 << d) // PLAIN.LOW_RANKS
        counts[group] = counts.get(group, 0) + 1
    for _ in range(300):
        hand = sum(1 << bullet for bullet in rng.sample(range(52), 4))
        group = hands.strength(hand) // PLAIN.LOW_RANKS
        lower = sum(n for other, n in counts.items() if other < group) + counts[group] / 2
        assert PLAIN.quantile(hand) == pytest.approx(lower / 270_725)


def test_the_best_exchange_is_found() -> None:
    rng = random.Random(4)
    for _ in range(200):
        *bullets, silver = rng.sample(range(52), 5)
        hand = sum(1 << bullet for bullet in bullets)
        best = max(hands.strength(hand ^ 1 << b | 1 << silver) for b in bullets)
        assert hands.strength(PLAIN.exchange_bullet(hand, silver)) == best
        assert PLAIN.exchange(hand, silver) in bullets


@pytest.mark.parametrize("text", ["MFSG5D3M", "9F9D7G2M", "5F5G5M1D", "7G5F3D1M"])
def test_drawn_equity_is_near_the_counted_one(text: str) -> None:
    hand, rng = read_hand(text), np.array([9])
    exact = compiled().exact_equity(hand, hand)
    assert compiled().equity(hand, hand, 1, 20_000, rng) == pytest.approx(exact, abs=0.015)
    assert compiled().equity(hand, hand, 3, 20_000, rng) <= exact
    assert exact == pytest.approx(PLAIN.quantile(hand), abs=0.08)


def test_plain_and_compiled_judgement_agree() -> None:
    rng = random.Random(6)
    for _ in range(60):
        state, _, _ = twins(rng)
        record = state.record
        word, twin_word = [3], np.array([3])
        twin = np.zeros(1, GAME.plain.rules.STATE)
        to_compiled(record, GAME.plain.rules.STATE, twin)
        for row in (PLAIN.TEMPERS[7], PLAIN.TEMPERS[20]):
            move = PLAIN.act(record, row, word)
            assert move == compiled().act(twin[0], np.array(row), twin_word)
            assert GAME.notation.move_text(record, move) in state.moves()
        assert word[0] == twin_word[0]


@pytest.mark.parametrize("kind", KINDS)
def test_players_see_only_what_their_seat_may_know(kind: str) -> None:
    """Two positions that look the same to the seat, with different deals: it does the same."""
    rng = random.Random(kind)
    looked = 0
    while looked < 8:
        state, other, seat = twins(rng)
        if seat != state.turn or state.text == other.text:
            continue
        looked += 1
        first, second = (player(kind, s.game, seed=looked).advise(s) for s in (state, other))
        assert first == second


def test_a_player_never_places_the_marks_that_would_finish_it() -> None:
    """What it pays for others' rarities, at the end of a round, may finish it all the same."""
    rng = random.Random(1)
    seated = [player(kind, GAME, seed=n) for n, kind in enumerate(KINDS[1:])]
    for _ in range(3):
        state = started("players=5")
        while state.turn is not None:
            if state.turn == parlour.CHANCE:
                state.play(state.draw(rng))
                continue
            seat, number = state.turn, state.record.round
            state.play(seated[seat].choose(state))
            finished = field(state, "SEATS").split("/")[seat].startswith("f")
            assert not finished or state.record.round != number or state.turn is None


def test_a_reader_learns_how_the_others_play() -> None:
    """A seat that always comes along is believed to want less of a hand than one that always declines."""
    reader = player("reader:deals=1", GAME, seed=1)
    assert isinstance(reader, Reader)
    state, rng = started("players=5"), random.Random(3)
    for _ in range(4):
        after(state, "5*enter")
        state.play(state.draw(rng))
        number = state.text.split(" ")[1]
        while state.text.split(" ")[1] == number:
            moves = state.moves()
            eager = next((m for m in ("raise", "place", "match") if m in moves), "decline")
            state.play(eager if state.turn == 2 else "decline")
    reader.advise(state)
    belief, tempers = reader.search.work.belief, compiled().TEMPERS
    wants = [float(belief[seat] @ tempers[:, compiled().PLAYS]) for seat in range(5)]
    assert wants[2] < min(wants[:2] + wants[3:]) - 0.2
    assert belief.sum(axis=1) == pytest.approx(1)


def test_a_reader_goes_on_compiled_as_if_it_always_had_been(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "ENTRY_DEALS", 2)
    changing, compiled = (player("reader:deals=2", GAME, seed=3) for _ in range(2))
    assert isinstance(changing, Reader)
    changing.search = changing.new_search(compiled=False)
    waits = True
    monkeypatch.setattr(changing, "_waits", lambda: waits)
    state, ply = started("players=5"), 0
    while state.record.round < 4:
        if state.turn == parlour.CHANCE:
            state.play(state.draw(ply))
            continue
        waits = state.record.round < 2
        advice = compiled.advise(state)
        assert changing.advise(state) == advice, ply
        assert changing.search.compiled != waits
        state.play(advice.move)
        ply += 1
    assert changing.search.work.belief == pytest.approx(compiled.search.work.belief)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text", ["reader:deals=0", "reader:deals=-1", "reader:deals=1.5", "reader:x=1"]
)
def test_settings_that_a_reader_does_not_have(text: str) -> None:
    with pytest.raises(parlour.BadPlayer):
        player(text, GAME)


def test_what_is_said_of_a_hand() -> None:
    words = player("reader:deals=5", GAME, seed=1).advise(auction()).words
    assert words.startswith("Fling, above ")
    assert "against any 2 others" in words
    assert player("tight", GAME, seed=1).advise(dealt("place")).words.startswith("Fling, above ")
    assert player("tight", GAME, seed=1).advise(started()).words == "no hand yet"


@pytest.mark.long
def test_the_reader_wins_more_often_than_any_of_the_others() -> None:
    game, games = parlour.game("revolver"), 60
    kinds = ["reader:deals=40", "tight", "tight", "loose", "loose", "bluffing", "bluffing"]
    seated = [player(kind, game, seed=n) for n, kind in enumerate(kinds)]
    wins = [0.0] * 7
    for number in range(games):
        rng = random.Random(number)
        at = rng.sample(range(7), 7)
        state = game.start()
        while state.turn is not None:
            state.play(state.draw(rng) if state.turn < 0 else seated[at[state.turn]].choose(state))
        assert state.outcome is not None
        for seat, score in enumerate(state.outcome.scores):
            wins[at[seat]] += float(score)
    assert wilson(wins[0], games)[0] > 1 / 7
    assert wins[0] > max(wins[1:])
