"""A game with its options chosen, and its states: legal moves, playing, taking back, the outcome.

`State` does what is the same for all games: repetition, move limits, the end-of-game field.
"""

from __future__ import annotations

import ast
import difflib
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

from parlour.errors import BadPosition, IllegalMove
from parlour.kernel import chance_codes
from parlour.kernel.layout import (
    CHANCE,
    MANY,
    OVER,
    Record,
    copy_plain,
    new_plain,
    room_for_moves,
)
from parlour.kernel.loader import SourceFile
from parlour.kernel.moves import SILENT, Move, Refusal
from parlour.kernel.primitives import copy as copy_record
from parlour.kernel.scene import Scene
from parlour.kernel.spec import AUTOMATIC, CLAIM, DRAWS, Chosen, Option, Spec, Value
from parlour.language import _
from parlour.table.loaded_rules import LoadedRules
from parlour.table.outcome import Outcome
from parlour.table.plies import Ply, RedoMark

# A function that finds a game, and the name that it found this one by.
FoundBy = tuple[Callable[[str], "Game"], tuple[str]]

NULL_MOVE = "--"  # in trees and histories: the turn was left to the other player, for analysis
FEW = 2000  # moves among which a mistyped one's near misses are looked for, where more need not be listed


class Game(LoadedRules):
    """One game and one choice of its options.

    `id`, `title` and `seats` (how many) are the game's, `seat_names` their names; `options` maps each
    option's name to its default, allowed values and help, `chosen` to its value here.
    """

    def __init__(self, spec: Spec, chosen: Chosen, found_by: FoundBy | None = None) -> None:
        super().__init__(spec, chosen)
        self._found_by = found_by
        self.id, self.title, self.goal = spec.id, spec.title, spec.goal
        self.name = spec.name(chosen)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.spec is other.spec

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied as what found it, so that another process finds and loads it itself."""
        return self._found_by or (Game, (self.spec, self.chosen))

    @property
    def address(self) -> str:
        """A name by which every process finds the game: its own, or its file's path with the options."""
        return self._found_by[1][0] if self._found_by else self.name

    @property
    def options(self) -> dict[str, Option]:
        """The game's options by name: each has a default, allowed values and one line of help."""
        defaults = self.spec.defaults_beside(self.chosen)
        options = self.spec.all_options.items()
        return {name: replace(option, default=defaults.get(name)) for name, option in options}

    @property
    def about(self) -> str:
        """The rules for players, in Markdown: a file, or the docstring of a game in one file."""
        if not self.spec.about:
            tree = ast.parse(SourceFile.of_module(self.spec.package).text)
            return ast.get_docstring(tree) or f"# {self.title}\n\n{self.goal}"
        return (SourceFile.of_module(self.spec.package).path.parent / self.spec.about).read_text(
            encoding="utf-8"
        )

    def variant(self, **options: Value) -> Game:
        """This game with other options; raises BadOption."""
        chosen = self.spec.choose({**self.chosen, **options})
        if self._found_by is None:
            return Game(self.spec, chosen)
        find, (path,) = self._found_by
        source = path[: len(path) - len(self.name) + len(self.id)]
        return Game(self.spec, chosen, (find, (source + self.spec.name(chosen)[len(self.id) :],)))

    @cached_property
    def with_claims(self) -> Game | None:
        """This game with draws that must be claimed; None if it has no others."""
        ends_itself = bool(self.spec.claims) and not self.has_claims
        return self.variant(**{DRAWS: CLAIM}) if ends_itself else None

    def without(self, reason: str) -> Game | None:
        """The game with the option by which play goes on after such a draw by repetition or by a count.

        None if it has no such option: states of it go on by `State.go_on`.
        """
        if self.spec.claims:
            return self.with_claims
        option = self.spec.count_options.get(reason)
        return self.variant(**{option: 0}) if option else None

    @cached_property
    def searched(self) -> Game:
        """The game as searches play it: a draw that can be claimed is one, as the worse side claims it."""
        return self.variant(**{DRAWS: AUTOMATIC}) if self.has_claims else self

    def start(self) -> State:
        """A new game; where it begins with chance, chance is to act first."""
        return self.started.copy()

    @cached_property
    def started(self) -> State:
        """The state of a new game, kept; it is not to be played on."""
        return State.at_start(self)

    def read(self, text: str) -> State:
        """The state that a position text of this game describes; raises BadPosition."""
        if not isinstance(text, str):
            raise BadPosition("a position text is a string")
        return State.from_text(self, text)


class State:
    """A position of one game, with the moves that led to it. Made by `Game.start` and `Game.read`.

    For engines, which work with the rules' own records and move codes: `record` is the position's
    record, `past` the positions before it, the first first, `counted` the moves by seat that count
    towards the move limit; all three are to be read only. `codes`, `code` and `play_code` are about
    moves as codes, `copied_record` is a record to work on, `stood_often` what repetition must not meet
    again. A state made of a record has no past: ``State(game, record, counted=…)``; one that `is_alone`
    counts no repetitions, for looking only.
    """

    def __init__(
        self,
        game: Game,
        record: Record,
        *,
        counted: tuple[int, ...] | None = None,
        is_alone: bool = False,
    ) -> None:
        self.game = game
        self._rules = game.plain.rules
        self._notation = game.notation
        self.record = record
        self._outcome: Outcome | None = None
        self.counted = _counted_moves(game, record) if counted is None else counted
        self.past: list[Ply] = []
        self._history: list[str] = []
        # Where the notation TELLS: what all seats have heard so far.
        self._logged: list[str] = []
        self._seen: dict[str, int] = {}
        self._legal: dict[str, int] | None = None
        self._key = None if is_alone else self._repetition_key()
        self._count(self._key, 1)

    @classmethod
    def at_start(cls, game: Game) -> State:
        """The start of `game`."""
        record = new_plain(game.plain.rules.STATE)
        game.plain.rules.start(record)
        return cls.from_record(game, record)

    @classmethod
    def from_record(cls, game: Game, record: Record) -> State:
        """The state of a record that the rules reached, with its outcome if it is an end."""
        state = cls(game, record)
        state._outcome = state._judge()
        return state

    @classmethod
    def from_text(cls, game: Game, text: str) -> State:
        """The state of a position text; raises BadPosition that says where and what was expected."""
        if not text.isascii() or text != " ".join(text.split(" ")) or not text.isprintable():
            raise BadPosition(
                "a position text is one line of ASCII, its fields parted by single blanks"
            )
        name, *fields = text.split(" ")
        if name != game.name:
            raise BadPosition(f"the first field is {name!s:.80}; expected {game.name}")
        end = Outcome.parse(fields.pop()) if fields and fields[-1].startswith("#") else None
        record = new_plain(game.plain.rules.STATE)
        game.notation.read(record, fields, end)
        state = cls(game, record)
        if game.notation.HAS_LOG and fields[-1] != "-":
            state._logged = fields[-1].split(";")
        if record.turn == OVER:
            state._outcome = game.endings.final(record)
        elif end is not None:
            state._outcome = game.endings.claimed(record, state.counted, end)
        else:
            state._outcome = state._judge()
        if end is not None and end != state._outcome:
            raise BadPosition(
                f"the field {end.text}: the position itself shows {state.text.split(' ')[-1]}"
            )
        written = state.text
        if text not in (written, written.rpartition(" #")[0]):
            raise BadPosition(f"this position is written {written!r}, not {text!s:.200}")
        return state

    # -- looking ---------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat to move, `CHANCE`, or None when the game is over."""
        return None if self._outcome is not None else int(self.record.turn)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; then the scores by seat and the reason."""
        return self._outcome

    @property
    def claimable(self) -> Outcome | None:
        """The draw that a player may claim here, where the game has the option ``draws=claim``."""
        if self._outcome is not None:
            return None
        return self.game.endings.claimable(self.record, self._stood)

    def unworn(self) -> State:
        """The running position without a past and counts: its value if no player claims a draw."""
        record = self.copied_record()
        self._rules.forget_counts(record)
        return State(self.game, record)

    def claim(self, move: str | None = None) -> State:
        """Claim the draw that is possible here, or after `move`, which is announced and then played.

        Returns this state. Raises IllegalMove if no draw is possible.
        """
        if move is not None:
            if self.copy().play(move).claimable is None:
                raise IllegalMove(f"{move!s:.40} brings no draw to claim", reason="no-claim")
            self.play(move)
        draw = self.claimable
        if draw is None:
            raise IllegalMove("there is no draw to claim here", reason="no-claim")
        self._outcome, self._legal = draw, None
        return self

    @property
    def history(self) -> tuple[str, ...]:
        """The texts played since the start or the position read, chance outcomes among them."""
        return tuple(self._history)

    @property
    def text(self) -> str:
        """The position text."""
        fields = [self.game.name, *self._notation.write(self.record)]
        if self._notation.HAS_LOG:
            fields.append(self.public_reports)
        if self._outcome is not None:
            fields.append(self._outcome.text)
        return " ".join(fields)

    @property
    def public_reports(self) -> str:
        """What all seats have heard so far, joined by ``;``, where the game's position text ends with it."""
        return ";".join(self._logged) or "-"

    def __repr__(self) -> str:
        return f"<State {self.text}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State) and self.text == other.text and self.history == other.history
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes as it is played

    def view(self, seat: int | None) -> str:
        """All that `seat` may know of the position, as text; None is an onlooker.

        Raises ValueError if there is no such seat.
        """
        self._check_seat(seat)
        return str(self._notation.view(self, seat))

    def heard(self, code: int, seat: int | None) -> str:
        """The move or chance outcome `code`, about to be played here, as `seat` hears of it."""
        self._check_seat(seat)
        return str(self._notation.observed_text(self.record, code, seat))

    def heard_plies(self, seat: int | None) -> Iterator[tuple[Ply, str]]:
        """The plies of which `seat` heard anything, and what, the latest first.

        Those that were made in silence are left out: how many there were is hidden too.
        """
        self._check_seat(seat)
        for ply in reversed(self.past):
            text = self._notation.observed_text(ply.record, ply.code, seat)
            if text != SILENT:
                yield ply, text

    def scene(self, seat: int | None = None) -> Scene:
        """The position as something to draw, as `seat` (None: an onlooker) may see it."""
        self._check_seat(seat)
        shown = self._shown_record()
        seen = (shown, seat) if self.game.spec.hidden else (shown,)
        scene: Scene = self._notation.scene(*seen)
        return scene

    def _shown_record(self) -> Record:
        """The record to draw: after the end, the position in which the game was decided."""
        if self.record.turn != OVER or not self.past:
            return self.record
        last = self.past[-1]
        shown: Record = self._notation.shown_end(last.record, last.code, self.record)
        return shown

    def open_scene(self, seat: int | None = None) -> Scene:
        """The position with all that is hidden lying open, seen from `seat`: for problems, not for play."""
        self._check_seat(seat)
        if not self.game.spec.hidden:
            return self.scene(seat)
        scene: Scene = self._notation.open_scene(self.record, seat)
        return scene

    def svg(
        self,
        seat: int | None = None,
        *,
        skin: str = "default",
        size: int = 480,
        coordinates: bool = True,
        flip: bool = False,
        last: bool = True,
        marks: Collection[str] = (),
        arrows: Iterable[tuple[str, str]] = (),
        view: str | None = None,
    ) -> str:
        """The position as `seat` (None: an onlooker) may see it, as one SVG element.

        `skin` is a shipped skin's name or a skin folder's path; `size` the longer side in pixels, 16 to
        8192. `coordinates` are shown beside the board, `flip` turns it round, `last` marks the last move's
        cells, `marks` are cells to be highlighted, `arrows` pairs of cells. `view` is another view
        that the game has, as ``standing`` of Y. Raises BadPicture, BadSkin; ValueError if there is no
        such seat.
        """
        from parlour.picture.svg_state import state_svg  # imported when a picture is wanted
        from parlour.picture.viewpoint import Viewpoint

        at = Viewpoint(
            seat, flip, coordinates, view, skin, size, last=last, marks=marks, arrows=arrows
        )
        return state_svg(self, at)

    def _repr_svg_(self) -> str:
        """What Jupyter shows: the onlooker's view."""
        return self.svg()

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in range(self.game.seats):
            raise ValueError(
                f"there is no seat {seat!r}: seats are 0 to {self.game.seats - 1}, or None"
            )

    # -- moves -----------------------------------------------------------------------------------

    def moves(self) -> list[str]:
        """The legal moves' texts, sorted; none at a chance event or after the end."""
        return list(self._moves()) if self.record.turn != CHANCE else []

    @property
    def legal(self) -> tuple[Move, ...]:
        """The same moves as values, in the same order: text, steps, captures; made when asked for."""
        move = self._notation.move
        codes = self._moves().values() if self.record.turn != CHANCE else ()
        return tuple(move(self.record, code) for code in codes)

    def move(self, text: str) -> Move:
        """A legal move or chance outcome as a value; raises IllegalMove."""
        made: Move = self._notation.move(self.record, self.code(text))
        return made

    def last_cells(self, seat: int | None, back: int = 3) -> tuple[str, ...]:
        """The cells of the last move, as `seat` (None: an onlooker) heard of it.

        Where it has none (a cast of dice), those of the one before it, of the last `back` at most.
        """
        for ply, _seen in islice(self.heard_plies(seat), back):
            cells: tuple[str, ...] = self._notation.observed_cells(ply.record, ply.code, seat)
            if cells:
                return cells
        return ()

    def code(self, text: str) -> int:
        """The rules' code of a legal move or chance outcome; raises IllegalMove."""
        if not isinstance(text, str):
            raise IllegalMove("a move is a text")
        if self._outcome is not None:
            raise IllegalMove(
                f"{text!s:.60}: the game is over ({self._outcome.reason})",
                move=text,
                reason="game-over",
            )
        code = self._read(text)
        if code is None:
            raise self._refused(text)
        return code

    def _read(self, text: str) -> int | None:
        """The code of a text; where a game reads its texts itself, nothing is listed for it."""
        read: int | None = None
        if self.record.turn == CHANCE:
            read = self._notation.read_draw(self.record, text)
        elif self.reads_moves:
            return self._notation.read_move(self.record, text)  # type: ignore[no-any-return]
        return self._moves().get(text) if read is None else read

    @property
    def reads_moves(self) -> bool:
        """Whether the game reads its move texts itself, so that no moves need be listed."""
        return "read_move" in self._notation.GIVEN

    def play(self, text: str) -> State:
        """Play a legal move, or a chance outcome, by its text; returns this state. Raises IllegalMove.

        Where a game reads other spellings than its own, `history` has its own.
        """
        code = self.code(text)
        if self.reads_moves and self.record.turn != CHANCE:
            text = self._notation.move_text(self.record, code)
        self._play(code, text)
        return self

    def play_code(self, code: int) -> str:
        """Play a legal move or chance outcome by its code in the rules; returns its text."""
        text: str = self._notation.move_text(self.record, code)
        self._play(code, text)
        return text

    def go_on(self) -> bool:
        """Let a drawn game go on after a repetition or a count of moves; whether there is a legal move.

        Recorded games and other programs do so; the outcome is None then.
        """
        if self._outcome is None:
            return True
        ended, record = self.record, self.copied_record()
        if self.past:
            ply = self.past[-1]
            copy_record(record, ply.record)
            for word in chance_codes.split_code(ply.code):
                self._rules.advance(record, word)
        elif record.turn == OVER:
            self._rules.reopen(record)
        self.record = record
        if record.turn < 0 or not self.codes():
            self.record = ended
            return False
        self._outcome, self._legal = None, None
        return True

    def undo(self) -> State:
        """Take back the last move or chance outcome; returns this state. Raises IllegalMove if none."""
        if not self.past:
            raise IllegalMove("there is no move to take back")
        self._count(self._key, -1)
        ply = self.past.pop()
        self._history.pop()
        self.record, self._outcome, self.counted = ply.record, ply.outcome, ply.counted
        self._key, self._legal = ply.repeated, None
        del self._logged[ply.logged :]
        return self

    def mark(self) -> RedoMark:
        """The present position, to which the last move led, for `redo`; nothing was played before: code 0."""
        code, before = (self.past[-1].code, self.past[-1].logged) if self.past else (0, 0)
        logged = tuple(self._logged[before:])
        return RedoMark(code, self.record, self._outcome, self.counted, self._key, logged)

    def redo(self, text: str, mark: RedoMark) -> State:
        """Play `text` again, which led from here to the position of `mark`; returns this state."""
        logged, counted = len(self._logged), self.counted
        self.past.append(Ply(self.record, self._outcome, counted, self._key, logged, mark.code))
        self._history.append(text)
        self.record, self._outcome, self.counted = mark.record, mark.outcome, mark.counted
        self._logged += mark.logged
        self._key, self._legal = mark.repeated, None
        self._count(self._key, 1)
        return self

    def copy(self) -> State:
        """A state that is played on its own from here."""
        other = State.__new__(State)
        vars(other).update(vars(self))
        other.record = self.copied_record()
        other.past, other._history = list(self.past), list(self._history)
        other._logged = list(self._logged)
        other._seen = dict(self._seen)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but the rules and the notation, which the game brings."""
        return {k: v for k, v in vars(self).items() if k not in ("_rules", "_notation")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._rules, self._notation = self.game.plain.rules, self.game.notation

    def _moves(self) -> Mapping[str, int]:
        """Codes of the legal moves (or of the listed chance outcomes) by text, in order of text."""
        if self._legal is None:
            codes = [] if self._outcome is not None else self.codes()
            texts = {self._notation.move_text(self.record, code): code for code in codes}
            self._legal = dict(sorted(texts.items()))
        return self._legal

    @property
    def codes_by_text(self) -> Mapping[str, int]:
        """The rules' codes of the legal moves, or of the listed chance outcomes, by text; to be read only."""
        return self._moves()

    def codes(self) -> list[int]:
        """The rules' codes of the legal moves, or of the chance outcomes that can be listed."""
        if self.record.turn == CHANCE:
            return self._listed()[0]
        out = [0] * room_for_moves(self._rules, self.record)
        return out[: self._rules.legal_moves(self.record, out)]

    def _play(self, code: int, text: str) -> None:
        before, self.record = self.record, self.copied_record()  # copies share what is past
        counted = self.counted
        self.past.append(Ply(before, self._outcome, counted, self._key, len(self._logged), code))
        seat = before.turn
        if seat != CHANCE and self._rules.counts(before, code):
            self.counted = tuple(n + (i == seat) for i, n in enumerate(counted))
        for word in chance_codes.split_code(code):
            self._rules.advance(self.record, word)
        self._history.append(text)
        if self._notation.HAS_LOG:
            self._logged += self._notation.log_entries(before, code, self.record)
        self._legal = None
        self._key = self._repetition_key()
        self._count(self._key, 1)
        self._outcome = self._judge()

    def leave_turn(self) -> State:
        """Leave the turn to the other player, for analysis: no move of the rules; returns this state.

        `history` has NULL_MOVE for it. Raises IllegalMove where the game or the position has no such thing.
        """
        before, self.record = self.record, self.copied_record()
        if self._outcome is not None or not self._notation.leave_turn(self.record):
            self.record = before
            raise IllegalMove(f"{NULL_MOVE}: the turn cannot be left here", move=NULL_MOVE)
        self.past.append(Ply(before, None, self.counted, self._key, len(self._logged), 0))
        self._history.append(NULL_MOVE)
        self._legal, self._key = None, self._repetition_key()
        self._count(self._key, 1)
        self._outcome = self._judge()
        return self

    def copied_record(self) -> Record:
        """A record of its own, equal to `record`."""
        return copy_plain(self.record)

    def _refused(self, text: str) -> IllegalMove:
        """The error for a text that is no legal move: what is wrong with it, and what is legal."""
        few = self._rules.MAX_MOVES <= MANY or room_for_moves(self._rules, self.record) <= FEW
        legal = list(self._moves()) if few else []
        if self.record.turn == CHANCE:
            near = legal[:12]
            what = f"{text!s:.60} is no outcome of this chance event"
            what += f": one of {', '.join(near)}" if near else ""
            return IllegalMove(what, move=text, reason="no-outcome", near=tuple(near))
        why = self._refusal(text)
        near = difflib.get_close_matches(text[:60], legal, n=6, cutoff=0.5) or legal[:6]
        more = ", …" if len(legal) > len(near) else ""
        named = _("; legal are %(moves)s", moves=", ".join(near) + more) if near else ""
        return IllegalMove(
            _("%(text)s is not a legal move", text=text[:60])
            + (f": {why.text}" if why else "")
            + named,
            move=text,
            reason=why.reason if why else "",
            near=tuple(near),
        )

    def _refusal(self, text: str) -> Refusal | None:
        """Why a typed text is not legal, in the game's words."""
        if not text.isascii():
            return Refusal("grammar", "a move has plain letters, digits and signs only")
        why: Refusal | str | None = self._notation.refusal(self.record, text)
        return Refusal("refused", why) if isinstance(why, str) else why

    # -- chance ----------------------------------------------------------------------------------

    def chances(self) -> list[tuple[str, Fraction]] | None:
        """The outcomes of the chance event that is due, with their probabilities, in order of text.

        None if they cannot be listed, or if no chance event is due.
        """
        if self.turn != CHANCE:
            return None
        codes, weights = self._listed()
        if not codes:
            return None
        total = sum(weights)
        texts = [self._notation.move_text(self.record, code) for code in codes]
        return sorted((text, Fraction(w, total)) for text, w in zip(texts, weights, strict=True))

    def draw(self, rng: random.Random | int | None = None) -> str:
        """One outcome of the chance event that is due, as text, drawn with `rng`; it is not played.

        `rng` is a generator, a seed, or None for a fresh one. Raises IllegalMove if none is due.
        """
        if self.turn != CHANCE:
            raise IllegalMove("no chance event is due")
        generator = rng if isinstance(rng, random.Random) else random.Random(rng)
        word = [generator.getrandbits(63)]
        code = chance_codes.draw_whole(self._rules, self.record, word)
        text: str = self._notation.move_text(self.record, code)
        return text

    def play_chance(self, rng: random.Random) -> State:
        """Draw and play the chance events that are due, if any; returns itself."""
        while self.turn == CHANCE:
            self.play(self.draw(rng))
        return self

    def _listed(self) -> tuple[list[int], list[int]]:
        out, weights = [0] * self._rules.MAX_OUTCOMES, [0] * self._rules.MAX_OUTCOMES
        n = self._rules.outcomes(self.record, out, weights)
        return out[:n], weights[:n]

    # -- ends ------------------------------------------------------------------------------------

    def _judge(self) -> Outcome | None:
        """The outcome after a move."""
        return self.game.endings.judge(self.record, self.counted, self._stood, self._since_first)

    @property
    def _stood(self) -> int:
        """How many times the position has stood, this time included."""
        return 0 if self._key is None else self._seen[self._key]

    def _since_first(self) -> int:
        """How many moves seats have made since the position stood for the first time."""
        first = next(
            (i for i, p in enumerate(self.past) if p.repeated == self._key), len(self.past)
        )
        return sum(ply.record.turn != CHANCE for ply in self.past[first:])

    def _repetition_key(self) -> str | None:
        """What stands again when a position is repeated, as text; None where repetition is no end."""
        if not self.game.spec.repetition or self.record.turn < 0:
            return None
        return " ".join(self._notation.repeated(self.record))

    def stood_often(self) -> list[tuple[Record, int]]:
        """Records of the past positions that end the game when they stand again, the first first.

        Each with how many moves ago it stood for the first time.
        """
        first: dict[str, tuple[Record, int]] = {}
        ago = sum(ply.record.turn != CHANCE for ply in self.past)
        for ply in self.past:
            times = self._seen.get(ply.repeated or "", 0)
            if ply.repeated is not None and times >= self.game.spec.repetitions - 1:
                first.setdefault(ply.repeated, (ply.record, ago))
            ago -= ply.record.turn != CHANCE
        return list(first.values())

    def _count(self, key: str | None, by: int) -> None:
        if key is not None:
            self._seen[key] = self._seen.get(key, 0) + by


def _counted_moves(game: Game, record: Record) -> tuple[int, ...]:
    """Moves that count towards the move limit, by seat, as far as a position itself shows them."""
    made: tuple[int, ...] = game.notation.moves_made(record) or (0,) * game.seats
    return made
