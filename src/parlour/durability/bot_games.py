"""Games of a person against a bot, with or without chance."""

from __future__ import annotations

import asyncio

import parlour
from parlour.durability.checks import BOT_GAME, START
from parlour.durability.clients import Client
from parlour.durability.requests import Credentials, Request

BOT = "random"
MOST_MOVES = 12
WAIT = 0.1  # seconds between two looks while the bot thinks
PATIENCE = 600  # looks


class BotGames(Client):
    """Plays one game after another against a bot."""

    async def play(self) -> None:
        """One game, or its beginning."""
        name = self.rng.choice(self.settings.games)
        started = await self.requests.send(
            Request(
                START,
                START,
                "/api/games",
                note={"what": BOT_GAME, "game": name},
                body={"game": name, "seats": ["link", BOT]},
                keep=lambda answer: {"id": answer.data["id"]},
            )
        )
        if not started.is_ok:
            return
        game_id, who = started.data["id"], Credentials(started.data["links"][0]["secret"])
        for _ in range(MOST_MOVES):
            moves = await self._our_turn(game_id, who)
            if moves is None or not await self._move(game_id, name, who, moves):
                return

    async def _our_turn(self, game_id: str, who: Credentials) -> list[str] | None:
        """The moves so far, as soon as it is our turn; None when the game is over."""
        for _ in range(PATIENCE):
            seen = await self.until_ok(Request(game_id, "page", f"/api/games/{game_id}", who))
            if seen is None or seen.data["outcome"]:
                return None
            if seen.data["turn"] == 0:
                return [text for _, text in seen.data["moves"]]
            await asyncio.sleep(WAIT)
        return None

    async def _move(self, game_id: str, name: str, who: Credentials, moves: list[str]) -> bool:
        """Play a move; whether the game may go on."""
        state = parlour.game(name).start()
        for text in moves:
            state.play(text)
        move = self.rng.choice(state.moves())
        await self.requests.send(
            Request(
                game_id,
                "move",
                f"/api/games/{game_id}/moves",
                who,
                {"seat": 0, "move": move, "ply": len(moves)},
                {"move": move, "ply": len(moves)},
                keep=lambda answer: {"ply": answer.data["ply"]},
            )
        )
        return not self.is_ending
