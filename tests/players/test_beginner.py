"""Beginners overlook what is far, long or quiet, never all moves; they play any open game of two."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import parlour
from parlour.kernel.moves import Move, cell_steps
from parlour.players import player
from parlour.players.beginner import Attention, Beginner
from parlour.table.player import Advice, Player, Progress
from tests.one_file import write_game

HEX = parlour.game("hex:pie=no")
DRAUGHTS = parlour.game("english-draughts")
SHARE = 400  # looks at one position


def seen_share(state: parlour.State, text: str, oversight: float) -> float:
    attention = Attention(state, oversight, random.Random(1))
    focus = state.last_cells(None, 1)
    return sum(attention.sees(state.move(text), focus) for _ in range(SHARE)) / SHARE


def test_distant_moves_are_overlooked_more() -> None:
    state = HEX.start().play("b2")
    near, middle, far = (seen_share(state, text, 0.5) for text in ("b3", "f6", "k11"))
    assert near > middle + 0.1 > far + 0.2
    assert seen_share(state, "k11", 0) == 1


def test_long_captures_are_overlooked_more() -> None:
    attention = Attention(DRAUGHTS.start(), 0.5, random.Random(1))
    one = Move("c3xe5", cell_steps("c3", "e5"), captures=("d4",))
    three = Move("c3xe1", cell_steps("c3", "e5", "g3", "e1"), captures=("d4", "f4", "f2"))
    assert attention.effort(three, ("d4",)) > 1.5 * attention.effort(one, ("d4",))


def test_one_move_is_always_seen() -> None:
    state = HEX.start().play("b2")
    attention = Attention(state, 1.0, random.Random(1))
    assert len(attention.moves_in_sight(state.legal, ("b2",))) == 1


class Taker(Player):
    """Takes back on d5, and is content with every other position."""

    def advise(self, state: parlour.State, progress: Progress | None = None) -> Advice:
        takes = [move for move in state.moves() if move.endswith("xd5")]
        return Advice(takes[0], chance=1.0) if takes else Advice(state.moves()[0], chance=0.5)


def test_a_guarded_piece_is_taken_only_if_the_reply_is_overlooked() -> None:
    game = parlour.game("chess")
    state = game.read("chess 4k3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1")
    assert Beginner(Taker(game, 1), 1e-9, 1).choose(state) != "d1xd5"
    blind = Beginner(Taker(game, 1), 0.4, 1)
    assert "d1xd5" in {blind.choose(state) for _ in range(20)}


@pytest.mark.parametrize("identifier", ["tiger-bridge", "revolver", "naval-qi"])
def test_other_games_refuse_it(identifier: str) -> None:
    game = parlour.game(identifier)
    with pytest.raises(parlour.BadPlayer, match="open games of two"):
        player("random:oversight=0.5", game)


@pytest.mark.parametrize("oversight", ["2", "-1", "x"])
def test_wrong_oversights_are_refused(oversight: str) -> None:
    with pytest.raises(parlour.BadPlayer, match=r"0 to 1|number"):
        player(f"random:oversight={oversight}", HEX)


def test_a_game_of_ones_own_has_beginners(tmp_path: Path) -> None:
    game = parlour.game(write_game(tmp_path))
    bot, state = player("random:oversight=0.6", game, seed=1), game.start()
    for _ in range(4):
        state.play(bot.choose(state))
