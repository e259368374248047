"""Whether a hidden game keeps its secrets: `parlour check` compares states alike but for what is hidden.

`redeal` says which states a seat cannot tell apart; all that the seat gets must then be the same in
all of them.
"""

from __future__ import annotations

import random

from parlour.adapters.observations import Observations
from parlour.errors import BadRules, IllegalMove
from parlour.kernel.layout import CHANCE, Record
from parlour.kernel.moves import SILENT
from parlour.kernel.workspace import is_given
from parlour.table.game import Game, State
from parlour.table.player import has_few_moves
from parlour.table.refusals import why_not

MOST_POSITIONS = 60  # that are compared with others, which may be slow
MOST_MOVES = 40  # moves of a position that are compared by what the others hear
NO_MOVE = "?"
MOST_SHARED = 8  # moves that are played in both of two states alike for a seat


class SecrecyCheck:
    """Compares what seats get in the positions of a few games; raises BadRules, which names the leak."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.observations = Observations(game)
        self.compared = 0
        self.hidden: dict[int, set[str]] = {}  # by seat, the fields that `hide` took something from
        self.redealt: dict[int, set[str]] = {}  # by seat, the fields that `redeal` changed

    @staticmethod
    def refuse_forgotten(game: Game) -> None:
        """Raise BadRules for a game that says what is hidden, but not that anything is."""
        rules = game.plain.rules
        if is_given(rules.redeal) or hasattr(rules, "hide"):
            raise BadRules(
                "redeal and hide have no effect without hidden=True in the Spec: everyone sees everything"
            )

    def inspect(self, state: State) -> None:
        """Compare a position with others that a seat cannot tell from it."""
        if state.turn is None or self.compared == MOST_POSITIONS:
            return
        self.compared += 1
        for seat in range(self.game.seats):
            twin = self._twin(state, seat)
            self._compare(state, twin, seat)
            self._compare_refusals(state, twin, seat)
            if state.turn == CHANCE or has_few_moves(state):
                self._compare_shared_moves(state, twin, seat)
            if state.turn != seat and (state.turn == CHANCE or has_few_moves(state)):
                self._compare_reports(state, seat)

    def finish(self) -> None:
        """Raise BadRules if nothing was ever hidden, or if `redeal` leaves as it is what `hide` takes."""
        if not any(self.redealt.values()):
            raise BadRules(
                "redeal never changes a state: either nothing is hidden (leave hidden=True out), or "
                "redeal does not resample what the seat cannot know"
            )
        for seat, hidden in self.hidden.items():
            left = hidden - self.redealt[seat] - set(getattr(self.game.plain.rules, "SCRATCH", ()))
            if left:
                names, seat_name = ", ".join(sorted(left)), self.game.seat_names[seat]
                raise BadRules(
                    f"redeal never changes {names} for {seat_name}, from whom hide takes it: redeal must "
                    "draw anew all that the seat cannot know"
                )

    def _twin(self, state: State, seat: int) -> State:
        rules = self.game.plain.rules
        record = state.copied_record()
        rules.redeal(record, seat, [self.rng.getrandbits(62)])
        self.redealt.setdefault(seat, set()).update(_changed(state.record, record))
        if hasattr(rules, "hide"):
            seen = state.copied_record()
            rules.hide(seen, seat)
            self.hidden.setdefault(seat, set()).update(_changed(state.record, seen))
        return State(self.game, record, counted=state.counted)

    def _compare(self, state: State, twin: State, seat: int) -> None:
        """Everything that `seat` and spectators get must be the same in both."""
        name, notation = self.game.seat_names[seat], self.game.notation
        viewers: list[tuple[int | None, str]] = [(seat, name), (None, "a spectator")]
        for viewer, who in viewers:
            for what, one, other in (
                ("turn", state.record.turn, twin.record.turn),
                ("phase", *(notation.phase(each.record) for each in (state, twin))),
                ("view", state.view(viewer), twin.view(viewer)),
                ("scene", state.scene(viewer), twin.scene(viewer)),
            ):
                if one != other:
                    raise _leak(what, who, state, twin, one, other)
            seen = (self.observations.of(each, viewer) for each in (state, twin))
            if (next(seen) != next(seen)).any():
                raise _leak("planes", who, state, twin)
        keys = [self.game.plain.rules.view_key(each.record, seat) for each in (state, twin)]
        if keys[0] != keys[1]:
            raise _leak("view_key", name, state, twin, *keys)
        if state.turn != seat:
            return
        prompts = [notation.prompt(each.record, ()) for each in (state, twin)]
        if prompts[0] != prompts[1]:
            raise _leak("prompt", name, state, twin, *prompts)
        if has_few_moves(state):
            if state.moves() != twin.moves():
                raise _leak("legal_moves", name, state, twin, state.moves(), twin.moves())
            for one, other in zip(state.legal, twin.legal, strict=True):
                if one != other:
                    raise _leak("move", name, state, twin, one, other)

    def _compare_refusals(self, state: State, twin: State, seat: int) -> None:
        """Moves that are not legal must be refused alike: the reason could tell what is hidden."""
        if state.turn != seat:
            return
        cells = [cell.name for cell in state.scene(seat).cells]
        for text in [NO_MOVE, *cells[:MOST_MOVES]]:
            for what, refuse in (("refusal", _refusal), ("why_not", _refused_click)):
                one, other = refuse(state, text), refuse(twin, text)
                if one != other:
                    raise _leak(what, self.game.seat_names[seat], state, twin, one, other)

    def _compare_shared_moves(self, state: State, twin: State, seat: int) -> None:
        """A move made in both states must be reported to `seat` alike, unless its view differs then."""
        shared = sorted(set(state.codes()) & set(twin.codes()))
        for code in self.rng.sample(shared, min(len(shared), MOST_SHARED)):
            one, other = (_report(each, code, seat) for each in (state, twin))
            if one != other:
                after = [each.copy() for each in (state, twin)]
                for each in after:
                    each.play_code(code)
                running = all(each.turn is not None for each in after)
                if running and after[0].view(seat) == after[1].view(seat):
                    what = next(name for name in one if one[name] != other[name])
                    name = self.game.seat_names[seat]
                    raise _leak(what, name, state, twin, one[what], other[what])

    def _compare_reports(self, state: State, seat: int) -> None:
        """Moves of others after which `seat` sees the same must be reported to it alike."""
        codes = state.codes()
        heard_by_view: dict[str, tuple[dict[str, object], int]] = {}
        for code in self.rng.sample(codes, min(len(codes), MOST_MOVES)):
            heard, after = _report(state, code, seat), state.copy()
            after.play_code(code)
            if after.turn is None:
                continue
            known, first = heard_by_view.setdefault(after.view(seat), (heard, code))
            for what in (name for name in heard if heard[name] != known[name]):
                texts = [self.game.notation.move_text(state.record, each) for each in (first, code)]
                raise BadRules(
                    f"{what} tells {self.game.seat_names[seat]} what is hidden: {known[what]} of the move "
                    f"{texts[0]}, {heard[what]} of {texts[1]}, though its view is the same after both\n"
                    f"  in {state.text}"
                )


def _changed(one: Record, other: Record) -> set[str]:
    """The names of the fields that differ."""
    return {name for name in one.__slots__ if getattr(one, name) != getattr(other, name)}


def _refusal(state: State, text: str) -> str:
    """What a player is told who makes the move `text`; empty if it is legal."""
    try:
        state.copy().play(text)
    except IllegalMove as refused:
        return str(refused)
    return ""


def _refused_click(state: State, cell: str) -> str:
    """What a player is told who clicks on `cell`; empty if a move begins there."""
    begun = (move.steps[:1] for move in state.legal) if has_few_moves(state) else ()
    if any(step.kind == "cell" and step.text == cell for steps in begun for step in steps):
        return ""
    return str(why_not(state, [("cell", cell)])) if has_few_moves(state) else ""


def _report(state: State, code: int, seat: int) -> dict[str, object]:
    """What `seat` gets of the move `code`, about to be made, by the function that says it."""
    notation, record = state.game.notation, state.record
    heard = state.heard(code, seat)
    found: dict[str, object] = {"observed_text": heard}
    if heard != SILENT:
        found["observed_cells"] = notation.observed_cells(record, code, seat)
        if heard != notation.move_text(record, code):
            words = notation.observed_move_in_words(record, code, seat)
            found["observed_move_in_words"] = words
    return found


def _leak(what: str, who: str, state: State, twin: State, *shown: object) -> BadRules:
    """The error for something that differs though the seat cannot tell the states apart."""
    values = "".join(f"\n  {what}: {value!s:.200}" for value in shown)
    return BadRules(
        f"{what} shows {who} what is hidden: it differs between two states that redeal takes for the "
        f"same\n  {state.text}\n  {twin.text}{values}"
    )
