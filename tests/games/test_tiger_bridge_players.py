"""TigerBridge's solver beside plain search and DDS, the bidding, and what players see and win."""

from __future__ import annotations

import random

import numpy as np
import pytest

import parlour
from parlour.games.tiger_bridge import rules
from parlour.games.tiger_bridge.balance import balance, complete_deal
from parlour.games.tiger_bridge.bidding import number, settle
from parlour.games.tiger_bridge.blades import hand_of, hand_text
from parlour.games.tiger_bridge.double_dummy import DoubleDummySolver
from parlour.games.tiger_bridge.estimate import as_blades, pair_rounds
from parlour.games.tiger_bridge.players import PLAYERS, Thumb, by_thumb, dealt, unlike
from parlour.games.tiger_bridge.trial_order import lowest_neighbours
from parlour.kernel.layout import CHANCE, Record, new_plain
from parlour.kernel.primitives import copy
from parlour.players import player
from parlour.players.scores import seats_of_one
from parlour.table.game import State
from tests.conftest import hours, part
from tests.games.test_tiger_bridge import APART, started

GAME = parlour.game("tiger-bridge")
KINDS = ("blades", "thumb:noise=1", "seeker:deals=2")
DUEL_DEALS = 10  # of a game in which players are compared


def random_play(rng: random.Random, laid: int) -> State:
    """A state in play after random calls, so many blades having been laid at random."""
    while True:
        state = GAME.start()
        state.play(state.draw(rng))
        for _ in range(rng.randrange(4)):
            state.play("decline")
        state.play(rng.choice([move for move in state.moves() if move[0] in "56789"]))
        for _ in range(3):
            state.play("decline")
        for _ in range(laid):
            state.play(rng.choice(state.moves()))
        return state


# -- the solver ------------------------------------------------------------------------------------


def best_rounds(s: Record, code: int) -> int:
    """What the proclaimer's side takes after a blade, by trying everything with the rules."""
    after = new_plain(rules.STATE)
    copy(after, s)
    if s.laid == rules.BLADES - 1:
        after.played[s.laid] = code
        winner = (s.leader + rules.best_of(after, s.laid - 3)) & 3
        return int(s.won) + 1 - ((winner ^ s.bidder) & 1)
    rules.lay(after, code)
    row = [0] * 13
    worths = [best_rounds(after, move) for move in row[: rules.legal_moves(after, row)]]
    return max(worths) if (after.turn ^ s.bidder) & 1 == 0 else min(worths)


@pytest.mark.long
def test_endings_are_solved_as_by_trying_everything() -> None:
    rng, solver = random.Random(5), DoubleDummySolver()
    for laid in [*range(38, 50)] * 3:
        s = random_play(rng, laid).record
        row = [0] * 13
        moves = row[: rules.legal_moves(s, row)]
        assert solver.worths(s, moves) == [best_rounds(s, move) for move in moves]


@pytest.mark.long
def test_a_deal_with_a_territory_for_each() -> None:
    hands = started(APART).record.hands
    table = DoubleDummySolver().table(hands)
    # Without crests the leader wins all; with Rivers West does, and so on.
    assert table.tolist() == [[0] * 4, [0, 13] * 2, [13, 0] * 2, [0, 13] * 2, [13, 0] * 2]


@pytest.mark.parametrize(
    "hands", [[rules.PACK, 0, 0, 0], [1, 2, 4, 8], [rules.SUIT] * 4, [rules.SUIT]]
)
def test_only_deals_are_solved(hands: list[int]) -> None:
    with pytest.raises(ValueError, match="deal"):
        DoubleDummySolver().table(hands)


def compare_with_dds(count: int, seed: int) -> None:
    """Rows of random deals, crests by turns, each with its four proclaimers."""
    pytest.importorskip("endplay")
    from benchmarks.double_dummy import dds_tables

    rng, solver = random.Random(seed), DoubleDummySolver()
    for n in range(count):
        deal, crests = complete_deal([None] * 4, rng), n % 5
        assert solver.row(deal, crests) == dds_tables([deal], [crests])[0][crests].tolist()


@pytest.mark.long
def test_the_solver_agrees_with_dds() -> None:
    compare_with_dds(10, 1)


@pytest.mark.long
def test_the_solver_agrees_with_dds_on_many_deals() -> None:
    compare_with_dds(part(400), 2)


@pytest.mark.long
def test_the_balance_of_two_hands_has_an_error() -> None:
    deal = complete_deal([None] * 4, random.Random(3))
    found = balance([deal[0], None, deal[2], None], deals=2, seed=1)
    assert found.deals == 2
    assert found.errors.shape == found.rounds.shape == (5, 4)
    assert found.errors.max() > 0
    whole = balance([*deal[:3], None])  # the fourth hand is all that is left
    assert whole.deals == 1
    assert whole.errors.max() == 0


# -- bidding ---------------------------------------------------------------------------------------


def test_bidding_settles_at_the_balancing_point() -> None:
    """Ten rounds in Lakes and four in Forests: seven is the balancing point, with three marks."""
    rounds = np.zeros((2, 5))
    rounds[0, 3], rounds[1, 4] = 10, 4
    bids = range(rules.BIDS)
    standing = np.array([[rounds[side, bid % 5] - number(bid) for bid in bids] for side in (0, 1)])
    settled = settle(np.clip(standing, -5, 5))
    assert settled[0].max() == 3
    assert settled[0, 3] == 3  # 5L will not be left to them
    assert settled[1].max() == -3


def test_hands_promise_about_what_they_take() -> None:
    apart = as_blades(started(APART).record.hands)
    rounds = pair_rounds(apart[1:2], apart[3:4])[0]
    assert rounds[1] > 9  # West has all Rivers
    assert rounds[3] > 9
    assert rounds[2] < 4
    assert rounds[4] < 4


def test_a_strong_hand_opens_in_its_long_territory_and_stops_in_time() -> None:
    hand = hand_of("TBSW76.B4.532.T8")
    deal = complete_deal([hand, None, None, None], random.Random(4))
    text = "deal:" + "/".join(map(hand_text, deal))
    state = started(text, options="dealer=west")
    assert player("thumb", state.game, seed=1).advise(state).move == "5F"
    state.play("9F")
    for _ in range(3):
        assert player("thumb", state.game, seed=1).advise(state).move == "decline"
        state.play("decline")


def test_a_tigerblade_is_played_where_it_pays() -> None:
    state = started(APART, "9L", "decline", "decline", options="tigerblades=yes")
    assert player("thumb", state.game, seed=1).advise(state).move != "tigerblade"
    state = started(APART, "decline", "9L", "decline", "decline", options="tigerblades=yes")
    assert player("thumb", state.game, seed=1).advise(state).move == "tigerblade"


def test_how_the_others_play_is_learnt_from_finished_deals() -> None:
    state = started(APART, "5N", "3*decline", options="deals=3")
    bot = player("thumb", state.game, seed=1)
    assert isinstance(bot, Thumb)
    while state.record.deals == 0:
        state.play(state.moves()[0])
    state.play(APART)
    bot.advise(state)
    assert bot.gain != 0
    state.undo()
    for _ in range(5):
        state.undo()
    bot.advise(state)
    assert bot.gain == 0


# -- play ------------------------------------------------------------------------------------------


def test_moves_that_come_to_the_same_are_tried_once() -> None:
    rng, solver = random.Random(8), DoubleDummySolver()
    for laid in range(33, 48, 3):
        s = random_play(rng, laid).record
        row = [0] * 13
        moves = row[: rules.legal_moves(s, row)]
        different = unlike(s, moves)
        assert set(different) <= set(moves)
        assert set(solver.worths(s, different)) == set(solver.worths(s, moves))


def test_hands_are_put_together_again() -> None:
    state = random_play(random.Random(9), 37)
    first = state.copy()
    while first.record.laid:
        first.undo()
    assert (dealt([state.record])[0] == as_blades(first.record.hands)).all()


def test_rules_of_thumb() -> None:
    state = started(APART, "5N", "3*decline", "TM")
    assert by_thumb(state.record, state.codes()) == 0  # West, without Mountains, throws 1R away
    state = random_play(random.Random(2), 26)
    for _ in range(20):
        assert by_thumb(state.record, state.codes()) in state.codes()
        state.play(random.Random(3).choice(state.moves()))


@pytest.mark.parametrize("kind", KINDS)
def test_players_see_only_what_their_seat_may_know(kind: str) -> None:
    """Two positions that look the same to the seat, with different deals: it does the same."""
    rng = random.Random(kind)
    for laid in (0, 1, 14, 30):
        state = random_play(rng, laid)
        for _ in range(2 if laid == 0 else 0):
            state.undo()
        other = state.copy()
        assert state.turn is not None
        GAME.plain.rules.redeal(other.record, state.turn, [rng.getrandbits(63)])
        other._legal = None
        assert other.view(state.turn) == state.view(state.turn)
        assert other.text != state.text
        first, second = (player(kind, GAME, seed=laid).advise(s) for s in (state, other))
        assert first == second


@pytest.mark.parametrize(
    "text", ["thumb:noise=-1", "seeker:deals=0", "seeker:nodes=0", "blades:x=1"]
)
def test_settings_that_players_do_not_have(text: str) -> None:
    with pytest.raises(parlour.BadPlayer):
        player(text, GAME)


def test_partners_are_of_one_kind_in_matches() -> None:
    assert seats_of_one(4, GAME.spec.sides, 0) == {0, 2}
    assert seats_of_one(4, GAME.spec.sides, 1) == {1, 3}
    assert set(PLAYERS) == {"blades", "thumb", "seeker"}


def marks_a_deal(one: str, other: str, games: int, seed: int) -> tuple[float, float]:
    """The marks that `one` is ahead for each deal, and the standard error; each game is played twice."""
    game, ahead = parlour.game(f"tiger-bridge:deals={DUEL_DEALS}"), []
    for n in range(games):
        total = 0.0
        for side in (0, 1):
            chance, state = random.Random(f"{seed} {n}"), game.start()
            texts = [one if seat % 2 == side else other for seat in range(4)]
            seated = [player(text, game, seed=4 * n + seat) for seat, text in enumerate(texts)]
            while state.turn is not None:
                at_chance = state.turn == CHANCE
                state.play(state.draw(chance) if at_chance else seated[state.turn].choose(state))
            assert state.outcome is not None
            scores = state.outcome.scores
            total += float(scores[side] - scores[1 - side])
        ahead.append(total / 2 / DUEL_DEALS)
    return float(np.mean(ahead)), float(np.std(ahead, ddof=1) / games**0.5)


def test_thumbs_beat_high_blades() -> None:
    mean, _ = marks_a_deal("thumb", "blades", 2, 1)
    assert mean > 1.5


@hours
@pytest.mark.long
def test_seekers_beat_high_blades_by_three_marks_a_deal() -> None:
    mean, error = marks_a_deal("seeker:deals=5", "blades", 4, 1)
    assert mean - error > 3


def test_neighbours_are_those_with_no_remaining_blade_between() -> None:
    rng = random.Random(3)
    for _ in range(300):
        left = rng.getrandbits(52) & rng.getrandbits(52) | rng.getrandbits(52) & rng.getrandbits(52)
        hand = left & rng.getrandbits(52)
        expected = 0
        for blade in (blade for blade in range(52) if hand >> blade & 1):
            lowest = 1 << blade - blade % 13  # of its territory
            below = left & (1 << blade) - lowest
            if below == 0 or not hand >> below.bit_length() - 1 & 1:
                expected |= 1 << blade
        assert lowest_neighbours(hand, left & ~hand) == expected
