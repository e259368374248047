"""Games that a client of the Model Context Protocol plays: its seat, what it may know, who answers."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from parlour.errors import BadOption, IllegalMove, ParlourError
from parlour.kernel.layout import CHANCE
from parlour.picture.terminal import Screen, draw
from parlour.players import player
from parlour.table.game import Game, State
from parlour.table.player import Player, has_few_moves

MOST_GAMES = 100  # the oldest is dropped
MOST_MOVES = 300  # that are listed at once


@dataclass
class ClientGame:
    """One game; `seat` is the client's, None if it plays all seats; `bot` plays the others."""

    number: str
    state: State
    seat: int | None
    bot: Player | None
    rng: random.Random

    def show(self) -> dict[str, Any]:
        """What the client may know: the position, the moves that it heard of, whose turn it is."""
        state, names = self.state, self.state.game.seat_names
        heard = [text for _, text in state.heard_plies(self.seat)][::-1]
        outcome = state.outcome
        return {
            "game_id": self.number,
            "game": state.game.name,
            "your_seat": "all" if self.seat is None else names[self.seat],
            "to_move": None if state.turn is None else names[state.turn],
            "position": state.view(self.seat),
            "board": draw(state.scene(self.seat), screen=Screen(colour=False)).plain,
            "moves_so_far": heard,
            "outcome": None
            if outcome is None
            else {
                "reason": outcome.reason,
                "scores": dict(zip(names, map(str, outcome.scores), strict=True)),
            },
        }

    def legal_moves(self, beginning: str) -> dict[str, Any]:
        """The legal moves that begin with a text; raises IllegalMove if it is not the client's turn."""
        self._check_turn()
        if not has_few_moves(self.state):
            raise ParlourError(
                "there are too many legal moves to list: play says why one is illegal"
            )
        found = [text for text in self.state.moves() if text.startswith(beginning)]
        return {"count": len(found), "moves": found[:MOST_MOVES]}

    def play(self, move: str) -> None:
        """Play a move of the client, then what chance and the bots do; raises IllegalMove."""
        self._check_turn()
        self.state.play(move)
        self.answer()

    def answer(self) -> None:
        """Play chance and the other seats until it is the client's turn."""
        while self.state.turn is not None:
            if self.state.turn == CHANCE:
                self.state.play_chance(self.rng)
            elif self.bot is None or self.state.turn == self.seat:
                return
            else:
                self.state.play(self.bot.choose(self.state))

    def advise(self, level: int) -> dict[str, Any]:
        """What a bot would play here; nothing is played."""
        self._check_turn()
        advice = bot_of(self.state.game, level).advise(self.state)
        return {
            "move": advice.move,
            "chance_of_winning": advice.chance,
            "expected_line": [] if self.state.game.spec.hidden else list(advice.line),
        }

    def _check_turn(self) -> None:
        if self.state.turn is None:
            raise IllegalMove("the game is over")
        if self.seat not in (None, self.state.turn):
            raise IllegalMove("it is not your turn")


class ClientGames:
    """The games of one client, by their ids."""

    def __init__(self) -> None:
        self._games: dict[str, ClientGame] = {}
        self._begun = 0

    def begin(self, game: Game, seat: str, level: int) -> ClientGame:
        """Begin a game: with a seat against bots of a level, else for all seats; raises BadOption.

        Who plays all seats sees everything, so a game that hides something needs a seat.
        """
        names = game.seat_names
        if seat not in ("", *names) or (game.spec.hidden and not seat):
            raise BadOption(f"seat={seat!s:.40}: expected one of {', '.join(names)}")
        self._begun += 1
        begun = ClientGame(
            f"game-{self._begun}",
            game.start(),
            names.index(seat) if seat else None,
            bot_of(game, level) if seat else None,
            random.Random(),
        )
        begun.answer()
        self._games[begun.number] = begun
        if len(self._games) > MOST_GAMES:
            del self._games[next(iter(self._games))]
        return begun

    def find(self, number: str) -> ClientGame:
        """The game with an id; raises ParlourError."""
        if number not in self._games:
            known = ", ".join(list(self._games)[-5:]) or "none: begin one with new_game"
            raise ParlourError(f"there is no game {number!s:.40}; the newest are {known}")
        return self._games[number]


def bot_of(game: Game, level: int) -> Player:
    """The bot of a level, 1 to 10: never another program, which the text of a player can start."""
    return player(str(level), game)
