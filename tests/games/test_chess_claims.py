"""Chess with draws that must be claimed: the option `draws`."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

import parlour
from parlour.errors import BadPosition, IllegalMove
from parlour.table.catalogue import game_at_table
from parlour.table.game import State

CLAIM = "chess:draws=claim"
SHUFFLE = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")
QUEEN = "8/8/8/3k4/8/8/1Q6/K7 w - - {} 100"


def shuffled(game: str, times: int) -> State:
    """The start after each side's knight went out and home `times` times."""
    state = parlour.game(game).start()
    for move in SHUFFLE * times:
        state.play(move)
    return state


def quiet(plies: int, end: str = "", game: str = CLAIM) -> State:
    """A queen against a bare king after this many quiet plies."""
    return parlour.game(game).read(f"{game} {QUEEN.format(plies)}{end}")


def test_automatic_is_the_rules_default_and_claim_the_tables() -> None:
    assert parlour.game("chess").chosen["draws"] == "automatic"
    assert game_at_table("chess").name == CLAIM
    assert game_at_table("chess", start="fischer-random-7").name.startswith(f"{CLAIM},start")
    assert game_at_table("chess:draws=automatic").name == "chess"
    assert game_at_table("chess", draws="automatic").name == "chess"
    assert game_at_table("hex").name == "hex"
    with pytest.raises(parlour.errors.BadOption, match="automatic or claim"):
        parlour.game("chess", draws="never")


def test_the_third_repetition_is_a_claim_and_the_fifth_an_end() -> None:
    assert shuffled("chess", 2).outcome is not None
    assert shuffled(CLAIM, 1).claimable is None
    state = shuffled(CLAIM, 2)
    assert state.outcome is None
    assert state.claimable is not None
    assert state.claimable.reason == "repetition"
    assert "e2-e4" in state.moves()
    assert shuffled(CLAIM, 3).outcome is None
    ended = shuffled(CLAIM, 4).outcome
    assert ended is not None
    assert (ended.reason, set(ended.scores)) == (
        "repetition",
        {Fraction(1, 2)},
    )


def test_a_claim_ends_the_game_and_can_be_read() -> None:
    state = shuffled(CLAIM, 2).claim()
    assert state.text.endswith("#repetition:1/2,1/2")
    assert state.moves() == []
    assert state.game.read(state.text).outcome == state.outcome
    assert pickle.loads(pickle.dumps(state)).outcome == state.outcome
    assert state.undo().outcome is None
    with pytest.raises(IllegalMove, match="no draw to claim"):
        state.claim()
    with pytest.raises(IllegalMove, match="no draw to claim"):
        shuffled("chess", 2).claim()


def test_a_claim_with_the_announced_move() -> None:
    state = shuffled(CLAIM, 1)
    for move in SHUFFLE[:3]:
        state.play(move)
    with pytest.raises(IllegalMove, match="e7-e5 brings no draw"):
        state.claim("e7-e5")
    with pytest.raises(IllegalMove, match="a9 is not"):
        state.claim("a9")
    assert len(state.history) == 7
    assert state.claim("f6-g8").text.endswith("#repetition:1/2,1/2")
    assert len(state.history) == 8
    assert quiet(99).claim("a1-a2").text.endswith("#fifty-moves:1/2,1/2")


def test_fifty_moves_are_a_claim_and_seventy_five_an_end() -> None:
    assert quiet(99).claimable is None
    claimed = quiet(100).claimable
    assert claimed is not None
    assert claimed.reason == "fifty-moves"
    assert quiet(100).claim().text.endswith("#fifty-moves:1/2,1/2")
    last = quiet(149)
    assert last.claimable is not None
    over = last.play("a1-a2").outcome
    assert over is not None
    assert over.reason == "seventy-five-moves"
    assert quiet(150).outcome == over
    assert quiet(120, " #repetition:1/2,1/2").outcome is not None


@pytest.mark.parametrize(
    ("plies", "end", "why"),
    [
        (151, "", "a game ends when it is 150"),
        (99, " #fifty-moves:1/2,1/2", "still running"),
        (149, " #seventy-five-moves:1/2,1/2", "still running"),
    ],
)
def test_positions_that_contradict_themselves(plies: int, end: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        quiet(plies, end)


def test_texts_and_ends_of_automatic_games_are_as_before() -> None:
    over = quiet(100, game="chess").outcome
    assert over is not None
    assert over.reason == "fifty-moves"
    with pytest.raises(BadPosition, match="101; a game ends when it is 100"):
        quiet(101, game="chess")
    assert "seventy-five-moves" not in parlour.game("chess").endings.possible


def test_searches_play_what_can_be_claimed_as_drawn() -> None:
    game = parlour.game(CLAIM, start="fischer-random-5")
    assert game.searched.name == "chess:start=fischer-random-5"
    assert game.searched.searched is game.searched
    assert pickle.loads(pickle.dumps(game.searched)) == game.searched


def test_an_ended_game_goes_on_only_where_there_are_moves() -> None:
    state = quiet(100, game="chess")
    assert state.go_on()
    assert state.outcome is None
    assert "a1-a2" in state.moves()
    bare = parlour.game("chess").read("chess 8/8/8/4k3/8/8/8/K7 w - - 0 1")
    assert bare.outcome is not None
    assert bare.go_on()
    assert bare.moves()
    mated = parlour.game("chess").start()
    for move in ("f2-f3", "e7-e5", "g2-g4", "d8-h4"):
        mated.play(move)
    assert not mated.go_on()
    assert mated.outcome is not None


@pytest.mark.parametrize(
    ("board", "can_win"),
    [
        ("8/8/8/8/4k3/8/1Q6/K7", (True, False)),
        ("8/8/8/8/4k3/8/1p6/K7", (False, True)),
        ("8/8/8/8/4kn2/8/1P6/K7", (True, True)),  # the pawn may hem its king in
        ("8/8/8/8/4kn2/8/1Q6/K7", (True, False)),
        ("8/8/8/8/4kb2/8/1P6/K7", (True, True)),
        ("8/8/8/8/4kb2/8/1R6/K7", (True, False)),
    ],
)
def test_who_can_still_win(board: str, can_win: tuple[bool, bool]) -> None:
    """As python-chess has it, whose judge of insufficient material these are compared with."""
    chess = pytest.importorskip("chess")
    text = f"{board} w - - 0 1"
    rules, record = (
        parlour.game("chess").plain.rules,
        parlour.game("chess").read(f"chess {text}").record,
    )
    judge = chess.Board(text)
    assert tuple(bool(rules.can_win(record, seat)) for seat in (0, 1)) == can_win
    assert can_win == tuple(not judge.has_insufficient_material(side) for side in (True, False))


@pytest.mark.parametrize(
    ("board", "is_blocked"),
    [
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3", True),
        ("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3", False),  # a king walks round
        ("4k3/8/8/pPpPpPpP/PpPpPpPp/8/8/4K3", False),  # pawns take pawns
        ("4k3/8/2p1p1p1/pPpPpPpP/P1P1P1P1/8/8/4K3", False),
        ("4k3/8/3p4/1p1Pp1p1/1P2P1P1/8/8/4K3", True),
        ("4k3/8/8/p1p3p1/P1P3P1/8/8/4K3", False),  # e4 is free
        ("4k3/2p1p1p1/1pPpPpPp/pP1P1P1P/P7/8/8/4K3", True),
        ("4k3/2p1p1p1/1pPpPpPp/pP1P1P1P/P7/8/8/3NK3", False),
        ("4k3/2p1p1p1/1pPpPpPp/pP1P1P1P/8/P7/8/4K3", False),  # a pawn can step
    ],
)
def test_nobody_wins_where_pawns_wall_the_board_off(board: str, is_blocked: bool) -> None:
    rules = parlour.game("chess").plain.rules
    record = parlour.game("chess").read(f"chess {board} w - - 0 1").record
    assert [bool(rules.can_win(record, seat)) for seat in (0, 1)] == [not is_blocked] * 2
