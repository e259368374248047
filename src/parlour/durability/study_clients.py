"""Studies that several people edit at the same time."""

from __future__ import annotations

import asyncio
from typing import Any

import parlour
from parlour.durability.checks import START, STUDY
from parlour.durability.clients import Client, link_in, new_browser, unique
from parlour.durability.requests import Credentials, Request, RequestOutcome

EDITORS = 3
EDITS = 40  # of each editor
PAUSE = 0.05  # seconds between two edits of a person


class StudyClients(Client):
    """Creates a study, invites editors, and edits with all of them at once."""

    async def play(self) -> None:
        """One study."""
        owner, game = new_browser(self.rng), self.rng.choice(self.settings.games)
        created = await self.requests.send(
            Request(
                START,
                START,
                "/api/studies",
                owner,
                {"what": STUDY},
                {"game": game},
                keep=lambda answer: {"id": answer.data["id"]},
            )
        )
        if not created.is_ok:
            return
        study_id = created.data["id"]
        path = f"/api/studies/{study_id}"
        self.closing.append(Request(study_id, "look", path, owner, keep=_comments))
        others = await self._invite(study_id, owner)
        await asyncio.gather(*(self._edit(study_id, game, who) for who in [owner, *others]))

    async def _invite(self, study_id: str, owner: Credentials) -> list[Credentials]:
        page = await self.until_ok(Request(study_id, "page", f"/study/{study_id}", owner))
        link = "" if page is None else link_in(page.text, f"/study/{study_id}/edit/")
        others = [new_browser(self.rng) for _ in range(EDITORS - 1)]
        for who in others if link else ():
            await self.until_ok(Request(study_id, "join", link, who, form={"go": "on"}))
        return others if link else []

    async def _edit(self, study_id: str, game: str, who: Credentials) -> None:
        """Add moves, and comments at moves that are there."""
        lines: dict[str, tuple[str, ...]] = {"start": ()}  # the moves to each node, by its key
        for _ in range(EDITS):
            if self.is_ending:
                return
            at = self.rng.choice(list(lines))
            if self.rng.random() < 0.3:
                await self._add(study_id, game, at, lines, who)
            else:
                text = unique(self.rng)
                edit = {"do": "comment", "at": at, "after": text}
                await self._send(study_id, who, edit, {"text": text, "at": at})
            await asyncio.sleep(PAUSE * self.rng.random())

    async def _add(
        self, study_id: str, game: str, at: str, lines: dict[str, tuple[str, ...]], who: Credentials
    ) -> None:
        """Add a legal move at a node."""
        state = parlour.game(game).start()
        for text in lines[at]:
            state.play(text)
        if state.outcome is None:
            move = self.rng.choice(state.moves())
            added = await self._send(study_id, who, {"do": "add", "at": at, "moves": [move]}, {})
            if added.is_ok:
                lines[added.data["at"]] = (*lines[at], move)

    async def _send(
        self, study_id: str, who: Credentials, edit: dict[str, Any], note: dict[str, str]
    ) -> RequestOutcome:
        path, kind = f"/api/studies/{study_id}/edits", "edit" if note else "add"
        return await self.requests.send(
            Request(study_id, kind, path, who, note, {"edit": edit}, keep=_at)
        )


def _at(answer: RequestOutcome) -> dict[str, Any]:
    return {"at": answer.data.get("at", "")}


def _comments(answer: RequestOutcome) -> dict[str, Any]:
    """The comments of a study by node."""
    return {"comments": {node["key"]: node.get("after", "") for node in answer.data["nodes"]}}
