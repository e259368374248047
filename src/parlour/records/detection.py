"""Find the game and options that accept a list of moves, by trying the rules of all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from math import log

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE, MANY
from parlour.kernel.spec import Spec
from parlour.records.game_result import UNFINISHED, is_result, result_text, usual_result
from parlour.records.pgn_syntax.dialect import Dialect, dialects
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import specs
from parlour.table.game import Game, State

MOST_TRIALS = 12  # of all games, on the texts of a source that do not name theirs
ROUNDS = 3  # how many options of a game are changed at once, at most
SETS = 60  # option sets of a game that are tried in a round
RESIGNED = ("resign", "resigns", "resigned")  # in place of a last move
FEW = 10  # moves: where one game takes this many, another that takes far fewer is not tried with options
BEST = 3  # option sets of a game that are worked on further
ROOM = 6000  # words that are tried of a text
OPENING = 400  # characters by whose moves other games are told
SIZES = 30  # values of a numerical option of which all are tried
MOST = 100  # values of one of which every `STRIDE`-th is tried, if there are no more
STRIDE = 10
SURE = 8  # moves that a text has by chance in no game's spelling
EARLY = 40  # moves: a game that breaks off later has not begun from another start


@dataclass(frozen=True)
class Guess:
    """A game that a text may be a record of.

    `game` is the full name, `accepted` how many of its `of` moves are legal in order, `line` the line
    of the first that is not (None: all are). Guesses with equal (accepted, of) are a tie.
    """

    game: str
    accepted: int
    of: int
    line: int | None = None


@dataclass(frozen=True)
class Word:
    """A move's text in a source, its line, and the colour that it is said to be of, ``B`` or ``W``."""

    text: str
    line: int
    colour: str = ""


class Moves(list[Word]):
    """The moves of a main line; `result` is what stands after them, "" if nothing does."""

    result = ""


class Recogniser:
    """Recognises the games of one source that do not name their game, most of them alike.

    `usual` is the dialect that the source's name tells.
    """

    def __init__(self, usual: Dialect | None = None) -> None:
        game = find_game(usual.games[0]) if usual is not None else None
        self._last = Candidate(game, usual) if game is not None and usual is not None else None
        self._trials: int = 0

    def best_for(self, movetext: str, tags: Mapping[str, str]) -> Candidate | None:
        """The likeliest game of a text; None if no game accepts its moves."""
        moves = words(movetext, 1)
        if not moves:
            return self._again([]) if tags else None
        return self.best_of(moves, tags)

    def best_of(
        self, moves: list[Word], tags: Mapping[str, str], known: Sequence[Dialect] = ()
    ) -> Candidate | None:
        """The likeliest game of moves in one of the `known` dialects; None if no game accepts any.

        If the game of the previous record accepts all moves, nothing else is tried; after many trials
        neither. It also stands where it accepts most of them and no other accepts all.
        """
        again = self._tried_again(moves)
        if again is not None and again.accepted == len(moves):
            return again
        if self._trials == MOST_TRIALS:
            return again if again is not None and again.accepted else None
        self._trials += 1
        best = next(iter(attempts(moves, tags, known)), None)
        if best is None or not best.accepted:
            return None
        if again is not None and best.accepted < len(moves) <= 2 * again.accepted:
            return again
        self._last = best
        return best

    def note(self, game: Game, dialect: Dialect) -> None:
        """Remember the game of a record that tells it: the others of its source are likely of it too."""
        self._last = Candidate(game, dialect)

    def usual_for(self, movetext: str) -> Candidate | None:
        """The game of the record before, if it accepts all moves of a text; None if not."""
        return self._again(words(movetext, 1)) if self._last is not None else None

    def _again(self, moves: list[Word]) -> Candidate | None:
        again = self._tried_again(moves)
        return again if again is not None and again.accepted == len(moves) else None

    def _tried_again(self, moves: list[Word]) -> Candidate | None:
        """The game of the record before, tried on these moves."""
        if self._last is None:
            return None
        again = Candidate(self._last.game, self._last.dialect)
        again.run(moves)
        return again


def best_dialect(game: Game, movetext: str) -> Dialect:
    """The dialect in which most moves of a text are legal in `game`; the native one if several are equal."""
    others = [one for one in dialects() if game.id in one.games]
    if not others:
        return _native()
    moves = words(movetext, 1)
    candidates = [Candidate(game, one) for one in (_native(), *others)]
    for candidate in candidates:
        candidate.run(moves)
    return max(candidates, key=lambda candidate: candidate.accepted).dialect


def respelled(
    dialect: Dialect, movetext: str, beginning: State, accepted: int = 0
) -> tuple[str, str] | None:
    """A movetext in the dialect's spelling, with how it is written; None if it is not of legal moves.

    It is if all its moves are legal, or many more than the `accepted` ones that are so as they stand.
    """
    least = accepted + SURE
    for text, how in dialect.spellings(movetext):
        moves = words(text, 1, dialect)
        candidate = Candidate(beginning.game, dialect)
        candidate.run(moves, beginning.copy())
        if candidate.accepted >= min(least, max(len(moves), 1)):
            return text, how
    return None


def otherwise_spelled(
    movetext: str, known: Sequence[Dialect], accepted: int = 0
) -> Candidate | None:
    """The game whose moves a text has in a spelling that its dialect has not; None if there is none."""
    for dialect in known:
        for game in map(find_game, dialect.games):
            if found := respelled(dialect, movetext, game.start(), accepted):
                candidate = Candidate(game, dialect)
                candidate.run(words(found[0], 1, dialect))
                return candidate
    return None


# -- the words of a text -----------------------------------------------------------------------------


def words(text: str, line: int, dialect: Dialect | None = None, begun: int = 0) -> Moves:
    """The main line's moves in a text of PGN's syntax from `begun`, or any list of moves; at most `ROOM`."""
    found: list[Word] = []
    depth, counted = 0, 0
    tokens = (dialect or _native()).tokens
    for match in tokens.finditer(text, begun):
        kind = match.lastgroup
        if kind in ("open", "close"):
            depth = max(depth + (1 if kind == "open" else -1), 0)
        elif kind == "tag":
            break
        elif kind == "word" and not depth:
            word = match[0].rstrip(",").rstrip("!?")
            if word and word.lower() not in RESIGNED:
                line += text.count("\n", counted, match.start())
                counted = match.start()
                found.append(Word(usual_result(word), line))
            if is_result(usual_result(word)) or len(found) > ROOM:
                break
    without = _without_result(found)
    moves = Moves(_without_numbers(without))
    moves.result = found[-1].text if len(without) < len(found) else ""
    return moves


def opening(movetext: str) -> list[str]:
    """The first moves of a text in PGN's syntax, or of any list of moves."""
    return [word.text for word in words(movetext[:OPENING], 1)]


def _without_result(found: list[Word]) -> list[Word]:
    if found and is_result(found[-1].text):
        return found[:-1]
    lone = found and found[-1].text in (
        "0",
        "1",
    )  # a solitaire's score, if no other number is there
    return found[:-1] if lone and not any(w.text.isdecimal() for w in found[:-1]) else found


def _without_numbers(found: list[Word]) -> list[Word]:
    """Without move numbers that have no full stop: those that count up from one, or line by line."""
    numbers = [word for word in found if word.text.isdecimal()]
    leading = [two for one, two in pairwise([Word("", 0), *found]) if one.line != two.line]
    for counted in (numbers, leading):
        if [word.text for word in counted] == [str(n + 1) for n in range(len(counted))]:
            numbers_of = set(map(id, counted))
            without = [word for word in found if id(word) not in numbers_of]
            return without or found
    return found


# -- trying games ------------------------------------------------------------------------------------


@dataclass
class Candidate:
    """A game tried on a list of words, and how many of them it accepts."""

    game: Game
    dialect: Dialect
    options: Mapping[str, object] = field(default_factory=dict)
    accepted: int = 0
    miscoloured: int = 0  # moves that are said to be of the other colour
    ended: bool = False  # with the result that is stated, if one is
    contradicted: bool = False  # whether it ended with another result
    starts: int = 1  # how many starts take as many of the moves: which it was cannot be settled
    guess: Guess = field(default=Guess("", 0, 0))

    def run(self, moves: list[Word], begun: State | None = None) -> None:
        """Play the moves as far as they are legal, from the start or from `begun`, a state of its own."""
        state = begun or self.game.start()
        colours = self._colours() if moves and moves[0].colour else ()
        for word in moves:
            if word.colour and state.turn is not None and 0 <= state.turn < len(colours):
                self.miscoloured += colours[state.turn] != word.colour
            try:
                text = word.text
                if type(self.dialect).move_text is not Dialect.move_text:
                    text = self.dialect.move_text(state, text)
                state.play_code(state.code(text))
            except ParlourError:
                break
            self.accepted += 1
        if state.outcome is not None:
            stated = moves.result if isinstance(moves, Moves) else ""
            self.ended = stated in ("", result_text(state.outcome.scores))
            self.contradicted = not self.ended and stated != UNFINISHED
        line = None if self.accepted == len(moves) else moves[self.accepted].line
        self.guess = Guess(self.game.name, self.accepted, len(moves), line)

    def _colours(self) -> list[str]:
        """The colours of the seats, as SGF tells them."""
        names, tell = self.game.seat_names, self.game.spec.sgf.colour
        return [tell(names, seat, False) for seat in range(self.game.seats)]

    def order(self, tags: Mapping[str, str]) -> tuple[object, ...]:
        """The likelier attempt comes first: more moves taken, an end reached by the last of them."""
        whole = self.accepted == self.guess.of
        seated = sum(name in tags for name in self.game.seat_names)
        return (
            -self.accepted,
            2 * self.miscoloured > self.accepted,
            self.contradicted,
            not (whole and self.ended),
            -seated,
            len(self.options),
            _distance(self.game.spec, self.options),
        )

    def choices(self, moves: list[Word]) -> float:
        """The logarithm of how many games of as many moves there are along the moves that were taken."""
        state, total = self.game.start(), 0.0
        if self.game.plain.rules.MAX_MOVES > MANY:
            return total
        for word in moves[: self.accepted]:
            if state.turn != CHANCE:
                total += log(max(len(state.codes()), 1))
            state.play_code(state.code(self.dialect.move_text(state, word.text)))
        return total


def attempts(
    moves: list[Word],
    tags: Mapping[str, str] | None = None,
    known: Sequence[Dialect] = (),
) -> list[Candidate]:
    """All games tried, the likeliest first: with their own options, then, if need be, with others.

    `known` are the dialects in which the moves may be written; all of PGN's syntax if none are given.
    """
    if not moves:
        return []
    texts = [word.text for word in moves[:40]]
    plain: list[tuple[Spec, Dialect, Candidate | None]] = []
    for dialect in known or dialects():
        for spec in specs().values():
            own = dialect.form == "native" and _may_be(spec, dialect, texts)
            if own or (dialect.form != "native" and spec.id in dialect.games):
                plain.append((spec, dialect, _attempt(spec, dialect, {}, moves)))
    tried = [attempt for _, _, attempt in plain if attempt is not None]
    whole = [attempt for attempt in tried if attempt.accepted == len(moves)]
    if not any(attempt.ended for attempt in whole):
        most = max((attempt.accepted for attempt in tried), default=0)
        for spec, dialect, first in plain:
            reached = first.accepted if first is not None else 0
            if most < FEW or reached * 4 >= most:
                rounds = 1 if whole or reached * 2 < most else ROUNDS
                tried += _with_options(spec, dialect, moves, first, rounds)
    for first in tried[:]:
        tried += other_starts(first.dialect, moves, first)
    best: dict[str, Candidate] = {}
    for attempt in tried:
        other = best.get(attempt.game.name)
        if other is None or other.accepted < attempt.accepted:
            best[attempt.game.name] = attempt
    return _sorted(list(best.values()), moves, tags or {})


def _sorted(tried: list[Candidate], moves: list[Word], tags: Mapping[str, str]) -> list[Candidate]:
    """Candidates, the likeliest first; of equals that end that which left the players fewer choices.

    Where one game allows all that another does and more, its players would mostly have made other moves.
    """
    orders = {id(one): one.order(tags) for one in tried}
    least = min(orders.values(), default=())
    ties = [one for one in tried if one.ended and orders[id(one)] == least]
    choices = {id(one): one.choices(moves) for one in ties} if len(ties) > 1 else {}
    return sorted(
        tried, key=lambda one: (orders[id(one)], choices.get(id(one), 0.0), one.game.name)
    )


def _may_be(spec: Spec, dialect: Dialect, texts: list[str]) -> bool:
    """Whether texts may be moves of a game by their look: the first is, and most are."""
    fitting = [spec.looks_like_a_move(dialect.plain_text(spec, text)) for text in texts]
    return fitting[0] and 2 * sum(fitting) > len(texts)


def _with_options(
    spec: Spec, dialect: Dialect, moves: list[Word], first: Candidate | None, rounds: int
) -> list[Candidate]:
    """A game with other options than its own, where these take more moves, or all of them."""
    if first is not None and first.accepted == len(moves):
        return _sizes(spec, dialect, moves, first)
    done: list[Candidate] = []
    reached = first.accepted if first is not None else 0
    seen: set[str] = {first.game.name} if first is not None else set()
    front: list[Mapping[str, object]] = [{}]
    for _ in range(rounds):
        new: list[Candidate] = []
        unfit: list[Mapping[str, object]] = []  # that may go together with another change
        for options, change in product(front, list(_changes(spec))):
            attempt = _attempt(spec, dialect, {**options, **change}, moves, seen)
            if attempt is not None:
                new.append(attempt)
            if not options and (attempt is None or not (attempt.accepted or reached)):
                unfit.append(change)
            if len(new) > SETS:
                break
        better = sorted(
            (attempt for attempt in new if attempt.accepted > reached),
            key=lambda one: one.order({}),
        )
        done += better
        front = [attempt.options for attempt in better[:BEST]] + unfit
        if better:
            reached = better[0].accepted
        if reached == len(moves):
            break
    return done


def other_starts(dialect: Dialect, moves: list[Word], first: Candidate) -> list[Candidate]:
    """Starts of a game that take more moves than its own, which was tried first: those that take the most."""
    own = next((one for one in dialects() if first.game.id in one.games), None)
    if own is None or first.options or not 0 < first.accepted < min(len(moves), EARLY):
        return []
    best = first.accepted
    found: list[Candidate] = []
    for name, position in own.starts([word.text for word in moves]):
        begun = find_game(position.partition(" ")[0]).read(position)
        attempt = Candidate(begun.game, dialect)
        attempt.run(moves, begun)
        if attempt.accepted > best:
            best, found = attempt.accepted, []
        if attempt.accepted == best > first.accepted:
            attempt.game = find_game(name)
            attempt.guess = replace(attempt.guess, game=name)
            found.append(attempt)
    for attempt in found:
        attempt.starts = len(found)
    return found


def _sizes(spec: Spec, dialect: Dialect, moves: list[Word], first: Candidate) -> list[Candidate]:
    """The other sizes of the board on which an unfinished game could also have been played."""
    others = [change for change in _changes(spec) if "size" in change]
    found = [_attempt(spec, dialect, change, moves, {first.game.name}) for change in others]
    return [attempt for attempt in found if attempt and attempt.accepted == len(moves)]


def _attempt(
    spec: Spec,
    dialect: Dialect,
    options: Mapping[str, object],
    moves: list[Word],
    seen: set[str] | None = None,
) -> Candidate | None:
    """A game tried with some options; None if they do not go together, or were `seen`."""
    try:
        game = find_game(spec.id, **options)
    except ParlourError:
        return None
    if seen is not None:
        if game.name in seen:
            return None
        seen.add(game.name)
    attempt = Candidate(game, dialect, options)
    attempt.run(moves)
    return attempt


def _changes(spec: Spec) -> Iterator[Mapping[str, object]]:
    """Every option of a game with every other value; of many numbers some."""
    for name, option in spec.all_options.items():
        if name == "move_limit":
            continue
        allowed = option.allowed
        if isinstance(allowed, (tuple, range)) and len(allowed) <= MOST:
            values = list(allowed)[:: 1 if len(allowed) <= SIZES else STRIDE]
            yield from ({name: value} for value in values if value != option.default)


def _distance(spec: Spec, options: Mapping[str, object]) -> int:
    """How far numerical options lie from their defaults: of boards on which all fits, the usual one."""
    total = 0
    for name, value in options.items():
        default = spec.all_options[name].default
        if isinstance(default, int) and isinstance(value, int):
            total += abs(value - default)
    return total


def _native() -> Dialect:
    return next(dialect for dialect in dialects() if dialect.form == "native")
