"""Claimed draws and fallen flags in games in progress."""

from __future__ import annotations

from fractions import Fraction

import pytest

import parlour
from parlour.play.conduct import TIME, NotAllowed, claims_draw, loss
from parlour.play.game_in_progress import BOT, PERSON, GameInProgress, Seat
from parlour.play.position import Position

HALVES = (Fraction(1, 2), Fraction(1, 2))
SHUFFLE = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")


def shuffled(game: str, times: int) -> GameInProgress:
    position = Position.replay(parlour.game(game), None, SHUFFLE * times)
    return GameInProgress(position, (Seat(PERSON), Seat(PERSON)))


def test_either_player_may_claim_while_the_position_stands() -> None:
    game = shuffled("chess:draws=claim", 2)
    for owned in ({0}, {1}, {0, 1}):
        ended = game.claim(owned, 0)
        assert ended.outcome is not None
        assert (ended.outcome.scores, ended.outcome.reason) == (HALVES, "repetition")
        assert ended.turn is None
    assert game.claimable(set()) is None


def test_the_player_to_move_claims_with_the_move() -> None:
    game = shuffled("chess:draws=claim", 1)
    for move in SHUFFLE[:3]:
        game = game.play(game.position.after(move), 0)
    ended = game.claim({1}, 0, "f6-g8")
    assert ended.outcome is not None
    assert (ended.outcome.reason, len(ended.state.history)) == ("repetition", 8)
    with pytest.raises(NotAllowed, match="not your turn"):
        game.claim({0}, 0, "f6-g8")
    with pytest.raises(NotAllowed, match="brings no draw"):
        game.claim({1}, 0, "e7-e5")
    with pytest.raises(parlour.errors.IllegalMove):
        game.claim({1}, 0, "a1")


def test_refused_claims() -> None:
    with pytest.raises(NotAllowed, match="no draw to claim now"):
        shuffled("chess:draws=claim", 1).claim({0}, 0)
    with pytest.raises(NotAllowed, match="In this game no draw is claimed"):
        shuffled("chess", 1).claim({0}, 0)
    with pytest.raises(NotAllowed, match="not your seat"):
        shuffled("chess:draws=claim", 2).claim(set(), 0)
    with pytest.raises(NotAllowed, match="The game is over"):
        shuffled("chess:draws=claim", 2).claim({0}, 0).claim({1}, 0)


def test_a_claim_can_be_taken_back_like_an_agreement() -> None:
    ended = shuffled("chess:draws=claim", 2).claim({0}, 0)
    back = ended.propose(ended.undo_offer({0, 1}), 0)
    assert back.outcome is None
    assert back.claimable({0}) is not None


def test_a_bot_claims_when_it_is_worse_off() -> None:
    assert claims_draw(0.4)
    assert not claims_draw(0.5)
    assert not claims_draw(None)
    quiet = parlour.game("chess:draws=claim").read(
        "chess:draws=claim 8/8/8/3k4/8/8/1Q6/K7 w - - 120 100"
    )
    assert quiet.unworn().text == "chess:draws=claim 8/8/8/3k4/8/8/1Q6/K7 w - - 0 100"
    assert quiet.unworn().claimable is None


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("chess 8/8/8/8/4k3/8/1Q6/K7 w - - 0 1", HALVES),  # White's flag falls: a bare king
        ("chess 8/8/8/8/4k3/8/1q6/7K w - - 0 1", (Fraction(0), Fraction(1))),
    ],
)
def test_a_flag_against_who_cannot_win_is_a_draw(text: str, scores: tuple[Fraction, ...]) -> None:
    state = parlour.game("chess").read(text)
    outcome = loss(state, 0, TIME)
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == (scores, TIME)
    resigned = loss(state, 0, "resignation")
    assert resigned is not None
    assert resigned.scores == (Fraction(0), Fraction(1))


def test_a_bare_queen_of_tiger_chequers_cannot_win() -> None:
    state = parlour.game("tiger-chequers").read(
        "tiger-chequers 3q4/8/8/8/8/8/4P3/3Q4 w - - 0 guard 0"
    )
    outcome = loss(state, 0, TIME)
    assert outcome is not None
    assert outcome.scores == (1, 1)
    other = loss(state, 1, TIME)
    assert other is not None
    assert other.scores == (3, 0)


def test_bots_seats_claim_too() -> None:
    position = Position.replay(parlour.game("chess:draws=claim"), None, SHUFFLE * 2)
    game = GameInProgress(position, (Seat(BOT, "1"), Seat(PERSON)))
    assert game.claim({0}, 0).outcome is not None
