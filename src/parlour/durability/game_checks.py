"""Checks of games: what was acknowledged is stored once, in order; ends and clocks agree with the moves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from parlour.clocks.timing import Timing
from parlour.durability.findings import DISAGREEING, DOUBLED, LOST, Finding
from parlour.durability.game_model import AGREED, AGREEMENT, GameState, step
from parlour.durability.history import NEVER, OK, REFUSED, Operation
from parlour.durability.linearize import linearize
from parlour.durability.stored import GameRows
from parlour.errors import ParlourError
from parlour.play.conduct import agreed_draw, loss
from parlour.play.game_clock import GameClock
from parlour.play.saved_game import read_scores
from parlour.table.game import Game, State

CHANGES = ("move", "undo", "draw", "answer", "resign")  # of a game between two people

TOLERANCE = 2_000  # ms: the lag that a player may claim, and pauses of a busy machine

FindGame = Callable[[str], Game]


@dataclass(frozen=True)
class GameCase:
    """A game that a client started: its history, and its row if there is one."""

    id: str
    operations: Sequence[Operation]
    stored: GameRows | None

    def of(self, *kinds: str) -> list[Operation]:
        """The operations of some kinds."""
        return [operation for operation in self.operations if operation.kind in kinds]


def check_duel(case: GameCase) -> Iterator[Finding]:
    """A game of two people: some order of all requests leads to what is stored."""
    if case.stored is None:
        yield Finding(LOST, case.id, "the game was acknowledged and is not there")
        return
    yield from _doubled_moves(case)
    looks = [look for look in case.of("look") if look.result == OK]
    operations = [*case.of(*CHANGES), *looks, _last_look(case.stored)]
    failure = linearize(operations, GameState(), step)
    if failure is None:
        return
    lost = [] if _takes_back(case) else list(_lost_moves(case, case.stored))
    yield from lost
    if not lost:
        words = f"no order of the requests explains {failure.operation}; before it: "
        yield Finding(DISAGREEING, case.id, words + _words(failure.before))


def _last_look(stored: GameRows) -> Operation:
    """What is stored, as the last thing that anybody saw."""
    end = NEVER - 1
    return Operation("", "look", result=OK, answer=stored.show(), begun=end, ended=end)


def _takes_back(case: GameCase) -> bool:
    return any(o.result != REFUSED and o.body.get("agree") for o in case.of("answer"))


def _words(state: object) -> str:
    if not isinstance(state, GameState):
        return str(state)
    moves = " ".join(text for _, text in state.moves)
    return f"{len(state.moves)} moves ({moves[-60:]}), offer {state.offer}, end {state.end!r}"


def _lost_moves(case: GameCase, stored: GameRows) -> Iterator[Finding]:
    """The acknowledged moves that are not where they were made."""
    there = {ply: (seat, text) for ply, seat, text in stored.moves}
    for move in case.of("move"):
        ply, wanted = move.body["ply"], (move.body["seat"], move.body["move"])
        if move.result == OK and there.get(ply) != wanted:
            words = f"move {ply + 1}, {wanted[1]}, was acknowledged; stored is {there.get(ply)}"
            yield Finding(LOST, case.id, words)


def _doubled_moves(case: GameCase) -> Iterator[Finding]:
    """One request acknowledged twice although nothing was taken back."""
    if _takes_back(case):
        return
    played: set[tuple[int, str]] = set()
    for move in case.of("move"):
        key = move.body["ply"], move.body["move"]
        if move.result == OK and key in played:
            yield Finding(DOUBLED, case.id, f"move {key[0] + 1}, {key[1]}, was acknowledged twice")
        if move.result == OK:
            played.add(key)


def check_bot_game(case: GameCase) -> Iterator[Finding]:
    """A game against bots or chance, without undo: each acknowledged move is where it was made."""
    if case.stored is None:
        yield Finding(LOST, case.id, "the game was acknowledged and is not there")
        return
    stored = [(seat, text) for _, seat, text in case.stored.moves]
    ours = case.of("move")
    for move in ours:
        made = (move.body["seat"], move.body["move"])
        if move.result == OK and stored[move.answer["ply"] - 1 : move.answer["ply"]] != [made]:
            yield Finding(LOST, case.id, f"move {move.answer['ply']}, {made[1]}, is not stored")
    sent = [(m.body["seat"], m.body["move"]) for m in ours if m.result != REFUSED]
    for made in stored:
        if made[0] == 0 and made not in sent:
            yield Finding(DISAGREEING, case.id, f"nobody sent the stored move {made[1]}")
    if sum(m.result == OK for m in ours) > sum(seat == 0 for seat, _ in stored):
        yield Finding(LOST, case.id, "fewer moves are stored than were acknowledged")


def check_chat(case: GameCase) -> Iterator[Finding]:
    """Messages: each acknowledged one once, in the order in which people sent them."""
    if case.stored is not None:
        there = [text for _, text in case.stored.chat]
        yield from check_appended(case.id, "message", case.of("say"), there)


def check_appended(
    subject: str, what: str, operations: Sequence[Operation], there: Sequence[str]
) -> Iterator[Finding]:
    """A list to which each operation adds its own `text` once, in an order that fits real time."""
    sent = {o.body["text"]: o for o in operations}
    places: dict[str, int] = {}
    for place, text in enumerate(there):
        if text in places:
            yield Finding(DOUBLED, subject, f"the {what} {text} is stored twice")
        elif text not in sent:
            yield Finding(DISAGREEING, subject, f"nobody sent the stored {what} {text}")
        elif sent[text].result == REFUSED:
            yield Finding(DISAGREEING, subject, f"the {what} {text} was refused and is stored")
        places.setdefault(text, place)
    for text, operation in sent.items():
        if operation.result == OK and text not in places:
            yield Finding(LOST, subject, f"the {what} {text} was acknowledged and is not stored")
    newest: Operation | None = None  # of those stored before, the one sent last
    for later in (sent[text] for text in there if text in sent):
        if newest is not None and later.ended < newest.begun:
            words = f"the {what} {later.body['text']} was acknowledged before "
            words += f"{newest.body['text']} was sent, and is stored after it"
            yield Finding(DISAGREEING, subject, words)
        if newest is None or later.begun > newest.begun:
            newest = later


# -- the record --------------------------------------------------------------------------------------


def check_record(stored: GameRows, find_game: FindGame) -> Iterator[Finding]:
    """The stored moves have no gap and are legal; the stored end is theirs."""
    plies = [ply for ply, _, _ in stored.moves]
    if plies != list(range(len(plies))):
        yield Finding(LOST, stored.id, f"the stored moves have the numbers {plies}")
        return
    try:
        game = find_game(stored.game)
        state = game.start() if stored.position is None else game.read(stored.position)
        for _, _, text in stored.moves:
            state.play(text)
    except ParlourError as error:
        yield Finding(DISAGREEING, stored.id, f"the stored moves are not legal: {error}")
        return
    yield from _check_end(stored, state)


def _check_end(stored: GameRows, state: State) -> Iterator[Finding]:
    end = state.outcome
    if end is None and stored.reason is None:
        return
    try:
        scores = read_scores(stored.scores)
    except ValueError as error:
        yield Finding(DISAGREEING, stored.id, str(error))
        return
    if end is not None:
        allowed = [(end.reason, end.scores)]
    elif stored.reason == AGREEMENT:
        allowed = [(AGREEMENT, agreed_draw(state.game).scores)]
    elif stored.reason in AGREED:
        losses = (loss(state, seat, stored.reason) for seat in range(state.game.seats))
        allowed = [(lost.reason, lost.scores) for lost in losses if lost is not None]
    else:
        allowed = []
    if (stored.reason, scores) not in allowed:
        words = f"the stored end is {stored.reason} with {stored.scores}; the moves say {allowed}"
        yield Finding(DISAGREEING, stored.id, words)


# -- clocks ------------------------------------------------------------------------------------------


def check_clock(case: GameCase, find_game: FindGame, time_was_set: bool) -> Iterator[Finding]:
    """The stored deadline and turns are those of the stored events, and moves have their moments.

    Nobody pays for more time than has passed, also where the servers' time was set.
    """
    stored = case.stored
    if stored is None or not stored.clock:
        return
    try:
        clock = GameClock.of(
            stored.clock, stored.clock_events or "", len(find_game(stored.game).seat_names)
        )
    except ParlourError as error:
        yield Finding(DISAGREEING, stored.id, f"the clock cannot be read: {error}")
        return
    shown = next((o.answer["clock"] for o in case.of("look")[::-1] if "clock" in o.answer), None)
    if shown is not None and any(shown[name] != _plain(clock.payload[name]) for name in shown):
        yield Finding(DISAGREEING, stored.id, f"its page shows the clock {shown}, not that stored")
    if stored.reason is None and clock.stored_due != stored.due:
        words = f"the stored deadline is {stored.due}; the events say {clock.stored_due}"
        yield Finding(DISAGREEING, stored.id, words)
    turns = [event[0] for event in clock.timing.events if event[1] == "turn"]
    plies = len(stored.moves)  # the first move starts a clock that nobody has started before
    if len(turns) - plies not in (0, 1):
        words = f"{plies} moves are stored, and {len(turns)} turns of the clock"
        yield Finding(DISAGREEING, stored.id, words)
    elif not _takes_back(case):
        if not time_was_set:
            yield from _check_moments(case, turns[len(turns) - plies :])
        yield from _check_costs(case, clock.timing)


def _plain(value: object) -> object:
    """A value as it comes out of JSON."""
    return json.loads(json.dumps(value))


def _check_moments(case: GameCase, moments: Sequence[int]) -> Iterator[Finding]:
    """A move was made between its request and its answer."""
    for move in case.of("move"):
        if move.result != OK or move.body["ply"] >= len(moments):
            continue
        at = moments[move.body["ply"]]
        if not move.sent_at - TOLERANCE <= at <= move.answered_at + TOLERANCE:
            words = f"move {move.body['ply'] + 1} was made at {at} by its clock, "
            words += f"sent at {move.sent_at} and acknowledged at {move.answered_at}"
            yield Finding(DISAGREEING, case.id, words)


def _check_costs(case: GameCase, timing: Timing) -> Iterator[Finding]:
    """A move cost at most the time since the move before was sent."""
    moves = {move.body["ply"]: move for move in case.of("move") if move.result == OK}
    times, shown = timing.times(), dict[int, int]()
    begun = case.stored is not None and len(times) == len(case.stored.moves)
    for ply, (seat, left) in enumerate(times, 0 if begun else 1):
        before, move = moves.get(ply - 1), moves.get(ply)
        if before is not None and move is not None and seat in shown:
            cost, passed = shown[seat] - left, move.answered_at - before.sent_at
            if cost > passed + TOLERANCE:
                words = f"move {ply + 1} cost {cost} ms in the {passed} ms since the move before"
                yield Finding(DISAGREEING, case.id, words)
        shown[seat] = left
