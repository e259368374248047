"""Reading games in PGN's syntax, as the native form, PDN, chess players' PGN and Hive's share it.

A dialect says what the tags mean and how moves are written; everything else is here: tags, comments,
variations, glyphs, results, lines and columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any

from parlour.errors import BadRecord, IllegalMove, ParlourError
from parlour.kernel.layout import CHANCE
from parlour.records.builder import Builder, add_notes, code_of, contradiction
from parlour.records.detection import (
    RESIGNED,
    Candidate,
    Recogniser,
    Word,
    best_dialect,
    opening,
    other_starts,
    otherwise_spelled,
    respelled,
    words,
)
from parlour.records.game_result import (
    FORFEITS,
    UNFINISHED,
    is_result,
    seats_of,
    tagged_result,
    usual_result,
)
from parlour.records.notes import Notes
from parlour.records.pgn_syntax.comments import join, read_comment
from parlour.records.pgn_syntax.dialect import (
    Dialect,
    Resolved,
    Script,
    Token,
    dialect_of_suffix,
    dialects,
    other_game,
)
from parlour.records.pgn_syntax.pgn_chunks import NUMBERED_PARTS, TAG_LINE, chunks, joined
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import (
    LARGEST_GAME,
    LONGEST_COMMENT,
    LONGEST_TAG,
    MOST_TAGS,
    TOO_MANY_TAGS,
    comment_too_long,
    tag_too_long,
)
from parlour.records.replay import ROOM
from parlour.records.source import Source
from parlour.records.text_place import TextPlace
from parlour.records.tree import Node, Tree
from parlour.table.game import NULL_MOVE, Game, State

BEGINNING = 400  # characters of a game's movetext that tell in which form it is
AHEAD = 400  # characters by whose moves it is told which of several a move was
SURE = 8  # moves: a list without tags that has fewer, one of them illegal, is not taken for another start's
RUN = 8 * ROOM  # words that are taken at once
PASSING = ("e.p.", "e.p", "ep", "ep.")  # what some write after a capture in passing
LONGEST_NUMBER = 3  # digits of a move number; four may be a move of draughts
NULL_WORDS = (
    "--",
    "Z0",
    "z0",
    "0000",
    "@@@@",
    "<>",
    "null",
)  # the turn is left to the other player
LARGEST_GLYPH = 10  # characters; PGN's go to $255
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

_NAMES = ("Game", "GameType", "Variant")  # tags that name a game
_PLACES = ("Position", "FEN")  # tags that say where it begins
_TAG = re.compile(r'\[\s*([^\s"\[\]]+)\s+"((?:[^"\\\n]++|\\.)*+)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*([^\s"\[\]]+)\s+["“„](.*)["“”]\s*\][^\S\n]*(?=\n|\Z)')
_STAR = re.compile(r"[^\S\n]*\*(?=\s|\Z)")
WEAK = 0.3  # a claim by so little gives way to the game of the record before
_NOT_PLAIN = re.compile(r"[\d*/:½.–-]+|.*[!?]", re.DOTALL)  # what may be a result, or bears a glyph
_LIKE_MOVE = re.compile(r"[KQRBN]?[a-h]?x?[a-h]")  # a move without its digits
_VOWEL = re.compile("[aeiouyAEIOUY]")
_BARE = re.compile(r"[^\n(){};]*")
_BLANKS = re.compile(r"[\s\ufeff]*")
_WORD_AHEAD = re.compile(r"[\s\ufeff]*[^\s\ufeff]")


def read(source: Source) -> Iterator[Item]:
    """The games of a source in PGN's syntax, each by the dialect that claims its tags most."""
    known, recogniser = dialects(), Recogniser(dialect_of_suffix(source.suffix))
    for text, line in chunks(source.lines()):
        if len(text) > LARGEST_GAME:
            yield oversized(line, "native")
        else:
            yield from _Chunk(text, line, known, recogniser, source.game).items()


def first_tags(source: Source) -> dict[str, str]:
    """The tags of the first game of a source."""
    for text, _ in chunks(source.lines()):
        return {name: _unescaped_native(value) for name, value in tags_at(text).items()}
    return {}


def tags_at(text: str) -> dict[str, str]:
    """The tags at the beginning of a game's text."""
    game = _Game(_Chunk(text, 1, ()))
    game.read_tags(0)
    return game.tags


def end_of_tags(text: str) -> int:
    """Where the tags at the beginning of a game's text end."""
    return _Game(_Chunk(text, 1, ())).read_tags(0)


class _Chunk:
    """A piece of text that holds whole games; `wanted` is the game of those that do not say it."""

    def __init__(
        self,
        text: str,
        line: int,
        known: Sequence[Dialect],
        recogniser: Recogniser | None = None,
        wanted: Game | None = None,
    ) -> None:
        self.wanted = wanted
        self.text = text
        self.known = known
        self.recogniser = recogniser or Recogniser()
        self.is_joined = False  # whether moves parted by semicolons were joined
        self.carried: dict[str, str] = {}  # tags of the next game, which a setup has begun
        self.place = TextPlace(text, line).of

    def join(self, at: int) -> None:
        """Join the moves from `at` on that are parted by semicolons; once: the rest of the chunk is long."""
        if not self.is_joined:
            self.text = self.text[:at] + joined(self.text[at:])
            self.is_joined = True

    @property
    def native(self) -> Dialect:
        """The native dialect."""
        return next(one for one in self.known if one.form == "native")

    def items(self) -> Iterator[Item]:
        at = 0
        while _WORD_AHEAD.match(self.text, at) or self.carried:
            game = _Game(self)
            at = game.read(at)
            if game.holds_something:
                yield game.item


class _Game:
    """A game being read out of a chunk."""

    def __init__(self, chunk: _Chunk) -> None:
        self.chunk = chunk
        self.item = Item()
        self.tags, chunk.carried = chunk.carried, {}
        self.pending: list[tuple[str, Notes]] = []  # comments since the last move
        self.glyphs: list[int] = []  # glyphs before a variation's first move
        self.slot = True  # whether the next comment may stand after the last move
        self.fresh = True  # whether no move was read yet in this line
        self.result: str | None = None
        self.places: dict[str, int] = {}  # where tags stand, and the result after the moves
        self.strange: list[str] = []  # what stands among the tags and is none
        self.holds_something = False
        self.script: Script | None = None
        self.is_respelled = False  # whether its moves were put into another spelling
        self.unresolved = False  # whether a move was made that the script does not know

    # -- tags ----------------------------------------------------------------------------------------

    def read(self, at: int) -> int:
        """Read the game that begins at an offset; returns where the next one may begin."""
        chunk = self.chunk
        at = _past_blanks(chunk.text, at)
        self.item.line = chunk.place(at)[0]
        at = self.read_tags(at)
        if chunk.wanted is not None and not any(name in self.tags for name in (*_NAMES, "FEN")):
            return self._as_wanted(at, chunk.wanted)
        if not self.tags and NUMBERED_PARTS.search(chunk.text, at):
            chunk.join(at)
        begun = chunk.text[at : at + BEGINNING]
        claims = [one.claims(self.tags, begun) for one in chunk.known]
        if max(claims) == 0:
            return self._untold(at)
        recogniser = chunk.recogniser
        if max(claims) <= WEAK and (known := recogniser.usual_for(chunk.text[at:])) is not None:
            return self._recognised(at, known)
        dialect = chunk.known[claims.index(max(claims))].suited(self.tags)
        self.item.form = dialect.form
        unescape = _unescaped_native if dialect.escapes else _unescaped
        tags = {name: unescape(value) for name, value in self.tags.items()}
        try:
            tree = dialect.tree(tags)
        except ParlourError as error:
            return self._unplaced(at, dialect, tags, error)
        self.item.tree = tree
        for what in dialect.odds(tags, tree):
            self.item.notice(what, *self._place_of(*_PLACES))
        if max(claims) > WEAK:
            recogniser.note(tree.game, dialect)
        end = self._moves(at, dialect, tree)
        if self.item.error is not None and not self.tags:
            return self._from_another_start(at, end, dialect, tree.game)
        return end

    def _from_another_start(self, at: int, end: int, dialect: Dialect, game: Game) -> int:
        """Read moves without a word on where they begin once more, if another start takes more of them."""
        moves = words(self.chunk.text[at:end], self.chunk.place(at)[0], dialect)
        first = Candidate(game, dialect)
        first.run(moves)
        found = other_starts(dialect, moves, first)
        if not found or found[0].accepted < max(len(moves), SURE):
            return end
        again = _Game(self.chunk)
        again.item = self.item = Item(line=self.item.line, form=dialect.form)
        again.item.tree = Tree(found[0].game)
        again._say_unsettled(found[0])
        return again._moves(at, dialect, again.item.tree)

    def _say_unsettled(self, found: Candidate) -> None:
        """Tell that the moves do not settle from which start they were played."""
        if found.starts > 1:
            what = f"{found.starts} starts take these moves, {found.game.name} among them; expected a tag FEN"
            self.item.notice(what, self.item.line)

    def _unplaced(
        self, at: int, dialect: Dialect, tags: Mapping[str, str], error: ParlourError
    ) -> int:
        """A game whose tags cannot be read: its moves are kept as a comment if its game is known."""
        self.holds_something = True
        places = [name for name in _PLACES if name in tags]
        placeless = {name: value for name, value in tags.items() if name not in _PLACES}
        try:
            tree = dialect.tree(placeless) if places else None
        except ParlourError:
            tree = None
        if tree is None:
            self.item.broke(str(error), *self._place_of(*_NAMES))
            return self._past(at, dialect)
        self.item.tree = tree
        self._begin(dialect, tree, at)
        raw = f'[{places[0]} "{tags[places[0]]}"]'
        self.builder.illegal(str(error), *self._place_of(*places), raw)
        end = self._past(at, dialect)
        self._finish(end)
        return end

    def _as_wanted(self, at: int, game: Game) -> int:
        """A game that does not say what it is, read as `game`."""
        self.chunk.join(at)
        dialect = best_dialect(game, self.chunk.text[at : self._past(at, self.chunk.native)])
        self.item.form = dialect.form
        tags = {name: _unescaped(value) for name, value in self.tags.items()} | {"Game": game.name}
        try:
            self.item.tree = self.chunk.native.tree(tags)
        except ParlourError as error:
            return self._unplaced(at, self.chunk.native, tags, error)
        return self._moves(at, dialect, self.item.tree)

    def _untold(self, at: int) -> int:
        """A game without a word on what it is: recognised by its moves."""
        native = self.chunk.native
        self.chunk.join(at)
        end = self._past(at, native)
        tags = {name: _unescaped(value) for name, value in self.tags.items()}
        if other := other_game(tags, opening(self.chunk.text[at:end])):
            self.holds_something = True
            self.item.broke(f"{other}, by its moves: not a game here", self.item.line)
            return end
        found = self.chunk.recogniser.best_for(self.chunk.text[at:end], tags)
        accepted = found.accepted if found is not None else 0
        if found is None or accepted < found.guess.of:
            text = self.chunk.text[at:end]
            found = otherwise_spelled(text, self.chunk.known, accepted) or found
        self.holds_something = self.holds_something or found is not None
        if found is None:
            within = native.tokens.finditer(self.chunk.text, at, end)
            if self.tags or any(match.lastgroup == "word" for match in within):
                what = 'there is no tag Game; expected [Game "id:options"], or moves of a game here'
                self.item.broke(what, self.item.line)
            else:
                self.item.notice("this text belongs to no game", self.item.line)
            return end
        return self._recognised(at, found)

    def _recognised(self, at: int, found: Candidate) -> int:
        """Read a game that does not say what it is as the one that it was found to be."""
        tags = {name: _unescaped(value) for name, value in self.tags.items()}
        dialect, self.item.tree = found.dialect, Tree(found.game, tags)
        self._say_unsettled(found)
        self.item.form = dialect.form
        return self._moves(at, dialect, self.item.tree)

    def read_tags(self, at: int) -> int:
        """Read the tags at an offset; returns where they end."""
        text = self.chunk.text
        while True:
            at = _past_blanks(text, at)
            match = _TAG.match(text, at) or _LOOSE_TAG.match(text, at)
            if match:
                self.holds_something = True
                self._take_tag(match)
                at = match.end()
            elif text[at : at + 1] == "[":
                self.holds_something = True
                self.item.broke("there is '['; expected [Name \"value\"]", *self.chunk.place(at))
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                self.strange.append(text[at:end].strip())
                at = end
            elif text[at : at + 1] == "%":
                end = text.find("\n", at)
                at = len(text) if end < 0 else end
            else:
                return at

    def _take_tag(self, match: re.Match[str]) -> None:
        name, size = match[1], len(match[2])
        what = ""
        if name in self.tags:
            what = f"the tag {name:.40} stands twice; expected it once"
        elif len(self.tags) >= MOST_TAGS:
            what = TOO_MANY_TAGS
        elif size > LONGEST_TAG:
            what = tag_too_long(name, size)
        else:
            self.tags[name] = match[2]
            self.places[name] = match.start()
        if what:
            self.item.broke(what, *self.chunk.place(match.start()))

    def _place_of(self, *names: str) -> tuple[int, int]:
        """The line and column of the first of these tags, or of the result, that was read."""
        offset = next((self.places[name] for name in names if name in self.places), None)
        return (self.item.line, 0) if offset is None else self.chunk.place(offset)

    def _past(self, at: int, dialect: Dialect) -> int:
        """Where the movetext that begins at an offset ends."""
        depth = 0
        for match in dialect.tokens.finditer(self.chunk.text, at):
            kind = match.lastgroup
            depth += (kind == "open") - (kind == "close" and depth > 0)
            if kind == "tag":
                return match.start()
            if kind in ("word", "open", "comment", "unclosed"):
                self.holds_something = True
            if kind == "word" and depth == 0 and is_result(usual_result(match[0])):
                return match.end()
        return len(self.chunk.text)

    # -- moves ---------------------------------------------------------------------------------------

    def _moves(self, at: int, dialect: Dialect, tree: Tree) -> int:
        before = (tree.tags.given, self.item.error, len(self.item.notices))
        self._begin(dialect, tree, at)
        end = len(self.chunk.text)
        self.script = dialect.script(tree)
        for kind, token in self._joined(self._tokens(at)):
            if kind == "tag":
                end = token.start()
                break
            if self.left_out or (kind == "open" and self._is_refused(token)):
                self.left_out += (kind == "open") - (kind == "close")
            elif kind is None:
                self._follow(*token)
            elif kind == "words":
                if (last := self._words(token)) is not None:
                    end = self._end_of(last)
                    break
            elif kind == "setup" and self._set_up(token):
                end = token.end()
                break
            else:
                self._token(kind, token)
                if self.ended:
                    end = end if kind == "unclosed" else self._end_of(token)
                    break
        self._finish(end)
        if self.item.error is not None and not self.is_respelled and not tree.heard_by:
            self._respell(at, end, *before)
        return end

    def _respell(
        self,
        at: int,
        end: int,
        tags: Mapping[str, str],
        error: BadRecord | None,
        noticed: int,
    ) -> None:
        """Read the moves once more if another spelling makes all of them legal."""
        item, tree = self.item, self.builder.tree
        if tree.game.id not in self.dialect.games:
            return
        accepted = tree.root.last().ply
        found = respelled(self.dialect, self.chunk.text[at:end], tree.beginning, accepted)
        if found is None:
            return
        text, how = found
        again = _Game(_Chunk(text, self.chunk.place(at)[0], self.chunk.known))
        again.is_respelled = True
        again.tags = {name: value for name, value in self.tags.items() if name == "Result"}
        again.item = self.item = Item(error=error, line=item.line, form=item.form)
        self.item.notices += item.notices[:noticed]
        self.item.notice(how, item.line)
        self.item.tree = Tree(tree.game, tags, tree.position)
        again._moves(0, self.dialect, self.item.tree)

    def _is_refused(self, token: Token) -> bool:
        """Whether a variation that begins here is left out, as there are too many."""
        if why := self.builder.refusal:
            self.item.broke(why, *self.chunk.place(token.start()))
        return bool(why)

    def _begin(self, dialect: Dialect, tree: Tree, at: int) -> None:
        """Go to the root of a game whose movetext begins at an offset."""
        self.holds_something = True
        self.dialect = dialect
        self.builder = Builder(tree, self.item)
        self.broken_at = at  # where the rest of the present line begins, which broke
        self.instead = False  # whether a variation would stand for the move that broke it
        self.skipped: int = 0  # how many variations are open in the rest of a broken line
        self.left_out: int = 0  # how many are open that are not read
        self.past: int = 0  # where a comment without braces ends
        self.is_told_of_prose = False
        self.empty: list[int] = []  # where the open variations began
        self.ended = False

    def _set_up(self, token: Token) -> bool:
        """Whether a position is set up amid the moves: the rest is a game from there, with these tags."""
        fen = self.dialect.setup_of(token[0])
        if fen is None or self.builder.depth:
            what = f"{token[0]:.60} is not understood; expected a position outside variations"
            self.item.broke(what, *self.chunk.place(token.start()))
            return False
        self.holds_something = bool(self.builder.tree.root.children or self.pending)
        self.chunk.carried = {**self.tags, "FEN": fen}
        self.chunk.carried.pop("Result", None)
        return True

    def _joined(self, tokens: Iterator[Any]) -> Iterator[Any]:
        """The tokens; words that follow one another are one of kind ``words``, if that is quicker."""
        resolves = self.script is not None and self.script.resolves
        if resolves or not self.builder.follows:
            yield from tokens
            return
        words: list[Token] = []
        for kind, token in tokens:
            if kind == "word":
                words.append(token)
                if len(words) == RUN:
                    yield "words", words
                    words = []
            elif kind not in ("blank", "number"):
                if words:
                    yield "words", words
                    words = []
                yield kind, token
        if words:
            yield "words", words

    def _tokens(self, at: int) -> Iterator[Any]:
        """The tokens from an offset on, with their kinds; a script's only up to an illegal move."""
        if self.script is not None:
            for kind, token in self.script.tokens(self.chunk.text, at):
                yield kind, token
                left = self.builder.broken or self.builder.went_on or self.unresolved
                if kind is not None and left and self.script.resolves:
                    yield from self.script.plain_tokens(self.chunk.text, self.broken_at)
                    return
            return
        for match in self.dialect.tokens.finditer(self.chunk.text, at):
            yield str(match.lastgroup), match

    def _follow(self, moves: list[Resolved], notes: list[Notes | None] | None) -> None:
        """Take moves that are resolved already, with what is noted at them."""
        builder = self.builder
        if builder.broken:
            return
        if self.pending or self.glyphs:
            parent = builder.node
            child = builder.follow(moves[:1], None)
            self._flush(child, parent)
            if notes is not None and notes[0]:
                add_notes(child, notes[0])
            builder.follow(moves[1:], notes and notes[1:])
        else:
            builder.follow(moves, notes)
        self.fresh, self.slot = False, not (notes and notes[-1])

    def _words(self, words: list[Token]) -> Token | None:
        """Take words that follow one another; the one by which the game ended, if it did."""
        at = 0
        while at < len(words):
            if words[at].start() >= self.past:
                at += self._play_ahead(words, at)
            if at < len(words):
                self._token("word", words[at])
                if self.ended:
                    return words[at]
                at += 1
        return None

    def _play_ahead(self, words: list[Token], at: int) -> int:
        """Play words from a number on by compiled rules, as far as they are surely moves; how many."""
        builder = self.builder
        if builder.broken or not builder.follows:
            return 0
        ahead = (word[0] for word in islice(words, at, at + ROOM))
        plain = takewhile(lambda word: not _NOT_PLAIN.fullmatch(word), ahead)
        texts = list(takewhile(bool, map(self.dialect.sure_text, plain)))
        gone = 0
        if texts and (self.pending or self.glyphs):
            parent = builder.node
            gone = builder.go(texts[:1])
            if not gone:
                return 0
            self._flush(builder.node, parent)
        gone += builder.go(texts[gone:])
        if gone:
            self.fresh, self.slot = False, True
        return gone

    def _token(self, kind: str, match: Token) -> None:
        if kind == "blank" or kind == "number" or match.start() < self.past:
            return
        if self.builder.broken:
            self._in_broken(kind, match)
        elif kind == "word":
            self._word(match)
        elif kind == "comment" or kind == "rest":
            inside = match[0][1:-1] if kind == "comment" else match[0][1:].strip()
            self._comment(inside, match.start(), self.dialect.escapes and kind == "comment")
        elif kind == "open":
            self._open(match)
        elif kind == "close":
            self._close(match.start())
        elif kind == "glyph":
            self._glyph(match[0])
        elif kind == "unclosed":
            self._unclosed(match)
        elif kind == "odd":
            self._odd(match)

    def _in_broken(self, kind: str, match: Token) -> None:
        if kind == "open" and self.instead:
            self._open_instead(match)
        elif kind == "open":
            self.skipped += 1
        elif kind == "close" and self.skipped:
            self.skipped -= 1
        elif kind == "close" and self.builder.depth:
            self._end_rest(match.start())
            self._close(match.start())
        elif kind == "word":
            self.instead = False
            last = self._is_last(match.end())
            inner = self.skipped or self.builder.depth
            found = self._result(match[0]) if last or not inner else None
            if found is not None and self.dialect.ends(self.builder, match[0], last):
                self._end_rest(match.start())
                self._end_with(found, match)

    def _open_instead(self, match: Token) -> None:
        """Begin a variation in place of the move that broke the present line."""
        self._end_rest(match.start())
        self.builder.branch()
        self.empty.append(match.start())
        self.fresh = True

    def _end_of(self, match: Token) -> int:
        """Where a game ends with a token, and with the star that may stand after a result."""
        star = _STAR.match(self.chunk.text, match.end())
        return star.end() if star else match.end()

    def _end_with(self, result: str, match: Token) -> None:
        """End the game with the result that stands after its moves."""
        self.result, self.ended = result, True
        self.places[""] = match.start()

    def _end_rest(self, end: int) -> None:
        self.builder.rest(self.chunk.text[self.broken_at : end].strip())

    def _is_last(self, at: int) -> bool:
        """Whether nothing but blanks and comments follows in the game."""
        text = self.chunk.text
        return not _WORD_AHEAD.match(text, at) or bool(TAG_LINE.match(text, at))

    def _word(self, match: Token) -> None:
        word, builder = match[0], self.builder
        last = self._is_last(match.end())
        if last or not builder.depth:
            found = self._result(word)
            if found is not None and self.dialect.ends(builder, word, last):
                self._end_with(found, match)
                return
            if last and word.lower().rstrip(".") in RESIGNED and self._resigned():
                return
        glyph = 0
        if not builder.tree.heard_by:
            bare = word.rstrip("!?")
            glyph = GLYPHS.get(word[len(bare) :][:2], 0)
            word = bare if glyph else word
        line, column = self.chunk.place(match.start())
        self._play(word, line, column, match)
        if glyph and not builder.broken:
            self._glyph_here(glyph)

    def _result(self, word: str) -> str | None:
        """The result that a word is, also as others write it; None if it is none."""
        tree = self.builder.tree
        found = self.dialect.result(tree, word)
        usual = usual_result(word)
        return self.dialect.result(tree, usual) if found is None and usual != word else found

    def _resigned(self) -> bool:
        """Note that the player to move resigns; False where no player is to move, or not of two."""
        tree, turn = self.builder.tree, self.builder.turn
        if tree.game.seats != 2 or turn not in (0, 1):
            return False
        self.result = "0-1" if turn == 0 else "1-0"
        if not tree.tags.is_given("Termination"):
            tree.tags["Termination"] = "resignation"
        return True

    def _says_nothing(self, word: str) -> bool:
        """Whether a word is said of the move before, or surely a move number without its full stop."""
        builder = self.builder
        number = word.isdecimal() and len(word) <= LONGEST_NUMBER and builder.turn != CHANCE
        return word in PASSING or (number and not builder.tree.game.spec.looks_like_a_move(word))

    def _play(self, word: str, line: int, column: int, match: Token) -> None:
        builder = self.builder
        if self._says_nothing(word):
            return
        builder.go_on(line, column)
        self.broken_at = match.end()
        if word in NULL_WORDS and not builder.tree.heard_by:
            self._leave_turn(match)
            return
        text, code = word, None
        parent = builder.node
        sure = self.dialect.sure_text(word)
        gone = bool(sure) and builder.go((sure,))
        if not sure and (here := builder.look()) is not None:
            with suppress(ParlourError):  # whose words are the table's to find
                gone = builder.go((self.dialect.move_text(here, word),))
        if not gone and builder.state is not None:
            try:
                text = self._text_of(builder.state, word, match)
                code = code_of(builder.state, text)
            except ParlourError as error:
                if word.isdecimal() and builder.state.turn != CHANCE:
                    return  # a move number without its full stop
                if is_prose(word) and not builder.tree.game.spec.looks_like_a_move(word):
                    self._bare_comment(match)
                    return
                self._flush(None)
                builder.illegal(str(error), line, column, word)
                self.instead = True
                return
        child = builder.node if gone else builder.move(text, line, column, match[0], code)
        self.unresolved = True  # a script that resolves moves did not know this one
        if child is not None:
            self._flush(child, parent)
            self.fresh, self.slot = False, True

    def _text_of(self, state: State, word: str, match: Token) -> str:
        """The rulebook's text of a word: of several, that after which the moves that follow go on.

        Raises ParlourErrors.
        """
        try:
            return self.dialect.move_text(state, word)
        except IllegalMove as error:
            ahead = self._ahead(match.end()) if len(error.near) > 1 else []
            accepted = {text: self._goes_on(state, text, ahead) for text in error.near}
            best = max(accepted, key=lambda text: accepted[text], default="")
            if not ahead or sum(count == accepted[best] for count in accepted.values()) > 1:
                raise
            what = f"{word:.20} is ambiguous; the moves that follow fit {best}"
            self.item.notice(what, *self.chunk.place(match.start()))
            return best

    def _ahead(self, at: int) -> list[Word]:
        """Some moves that follow in the present line."""
        text = self.chunk.text[at : at + AHEAD]
        if self.builder.depth:
            text = text.partition(")")[0]
        found = words(text, 1, self.dialect)
        return found[:-1] if len(text) == AHEAD else found  # the last may be cut

    def _goes_on(self, state: State, text: str, ahead: list[Word]) -> int:
        """How many of these moves are legal after a move."""
        begun = state.copy()
        begun.play(text)
        after = Candidate(begun.game, self.dialect)
        after.run(ahead, begun)
        return after.accepted

    def _leave_turn(self, match: Token) -> None:
        """A null move of annotators; the script does not know it, so plain rules read what follows."""
        parent = self.builder.node
        child = self.builder.move(NULL_MOVE, *self.chunk.place(match.start()), match[0])
        self.broken_at, self.unresolved = match.end(), True
        self._flush(child, parent)
        self.fresh, self.slot, self.instead = False, child is not None, child is None

    # -- what stands between the moves -----------------------------------------------------------------

    def _comment(self, inside: str, offset: int, escapes: bool) -> None:
        arrows = "[%cal" in inside and not self.builder.tree.game.spec.hidden
        cells = cells_of(self.builder.tree.game) if arrows else ()
        if len(inside) > LONGEST_COMMENT:
            self.item.broke(comment_too_long(len(inside)), *self.chunk.place(offset))
            inside = inside[:LONGEST_COMMENT]
        text, notes, strange = read_comment(inside, escapes, cells)
        for command in strange:
            self.item.notice(f"{command:.80} is not understood", *self.chunk.place(offset))
        node = self.builder.node
        fresh = node._notes is None and not self.builder.has_comments(node)
        if self.slot and not self.fresh and not self.pending and fresh:
            # It is surely the last move's own: there is no need to wait for what follows.
            node._notes = {**notes, "comments": ("", text)} if text else notes
            self.slot = False
        else:
            self.pending.append((text, notes))

    def _bare_comment(self, match: Token) -> None:
        """Take a comment without braces, which ends with its line; a result may stand after it."""
        found = _BARE.match(self.chunk.text, match.start())
        inside = found[0].rstrip() if found else match[0]
        before, _, last = inside.rpartition(" ")
        if before and self._result(last) is not None:
            inside = before.rstrip()
        self.past = self.broken_at = match.start() + len(inside)
        self.unresolved = True
        if not self.is_told_of_prose:
            self.item.notice("comments stand without braces", *self.chunk.place(match.start()))
        self.is_told_of_prose = True
        self._comment(inside, match.start(), False)

    def _flush(self, child: Node | None, parent: Node | None = None) -> None:
        """Give the comments since the last move to their nodes: `child` is the move now read, if any."""
        before, after = self._split_comments(child is not None)
        note = self.builder.note
        node = parent if parent is not None else self.builder.node
        for text, notes in after:
            note(node, {**notes, "comments": ("", text)})
        opening = self.pending[: len(self.pending) - len(before) - len(after)]
        for text, notes in opening:
            note(node, {**notes, "comments": (text, "")})
        if child is not None:
            for text, notes in before:
                note(child, {**notes, "comments": (text, "")})
            if self.glyphs:
                add_notes(child, {"glyphs": self.glyphs})
        self.pending, self.glyphs = [], []

    def _split_comments(
        self, moved: bool
    ) -> tuple[list[tuple[str, Notes]], list[tuple[str, Notes]]]:
        """The pending comments that stand before the coming move, and after the last one.

        After a move the first is its own. At a game's beginning the first is the root's; of three the
        first stands before the root, so that everything has its place.
        """
        pending = self.pending
        at_root = self.fresh and not self.builder.depth
        if at_root and len(pending) >= 3:
            return (pending[2:], pending[1:2]) if moved else ([], pending[1:])
        if not moved:
            return [], pending
        if self.slot and (at_root or not self.fresh):
            return pending[1:], pending[:1]
        return pending, []

    def _open(self, match: Token) -> None:
        place = self.chunk.place(match.start())
        if self.fresh or not self.builder.open():
            self.item.broke("a variation begins without a move before it; expected a move", *place)
            self.builder.branch()
        else:
            self._flush_after()
        self.empty.append(match.start())
        self.fresh = True

    def _flush_after(self) -> None:
        """Give the comments before a variation to the move before it, which is the builder's outer node."""
        inner, self.builder._line = self.builder._line, self.builder._outer[-1]
        self.fresh = False
        self._flush(None)
        self.builder._line = inner

    def _close(self, offset: int) -> None:
        if not self.empty:
            what = "there is a ) without an open variation; expected a move"
            self.item.broke(what, *self.chunk.place(offset))
            return
        if self.fresh and not self.builder.broken and not self.pending:
            self.item.notice("this variation is empty", *self.chunk.place(self.empty[-1]))
        self._flush(None)
        self.empty.pop()
        self.builder.close()
        self.fresh, self.slot = False, False
        self.broken_at, self.instead = offset + 1, self.builder.broken

    def _glyph(self, text: str) -> None:
        number = GLYPHS.get(text) or int(text[1:LARGEST_GLYPH])
        if self.fresh and self.builder.depth:
            self.glyphs.append(number)
        else:
            self._glyph_here(number)

    def _glyph_here(self, number: int) -> None:
        add_notes(self.builder.node, {"glyphs": [number]})

    def _unclosed(self, match: Token) -> None:
        """A comment that nothing ends: the rest of the text is taken for it."""
        self.item.broke("a comment begins; expected } to end it", *self.chunk.place(match.start()))
        self._comment(match[0][1:], match.start(), self.dialect.escapes)
        self.ended = True

    def _odd(self, match: Token) -> None:
        expected = '[Name "value"]' if match[0] == "[" else "a move or a result"
        what = f"there is {match[0]!r}; expected {expected}"
        self.item.broke(what, *self.chunk.place(match.start()))

    # -- the end ---------------------------------------------------------------------------------------

    def _finish(self, end: int) -> None:
        if self.builder.broken:
            if not self.ended:
                self._end_rest(end)
        else:
            self._flush(None)
        for offset in self.empty:
            self.item.broke("a variation begins; expected ) to end it", *self.chunk.place(offset))
        self.builder.comment(self.builder.tree.root, after=join(self.strange))
        self.builder.finish()
        self._judge_result()

    def _judge_result(self) -> None:
        tree, tagged = self.builder.tree, self.tags.get("Result")
        usual = None if tagged is None else tagged_result(tagged)
        if tagged is not None and usual is None:
            tree.tags.pop("Result", None)
            tagged = None
        if tagged is not None and usual is not None:
            named = self._result(usual)
            if tagged in FORFEITS and not tree.tags.is_given("Termination"):
                tree.tags["Termination"] = "forfeit"
            if named is None:
                what = f"the tag Result is {tagged:.40}; expected 1-0, 1/2-1/2, 2:0, *, …"
                self.item.broke(what, *self._place_of("Result"))
                tree.tags.pop("Result", None)
                tagged = None
            elif UNFINISHED in (named, self.result):
                tagged = self._known_result(named)
            elif self.result not in (None, named):
                what = f"the moves end with {self.result}; expected {named}, as tagged"
                self.item.broke(what, *self._place_of(""))
                tagged = named
            else:
                tagged = named
        if self.result is None:
            self.item.notice("this game has no result after its moves", self.item.line)
        tree.tags["Result"] = tagged or self.result or UNFINISHED
        if what := contradiction(self.builder, self._ending_script()):
            self.item.broke(what, *self._place_of("", "Result"))
            if seats_of(tree.tags["Result"]) != tree.game.seats:  # no result of this game
                tree.tags.pop("Result", None)

    def _known_result(self, tagged: str) -> str:
        """The result of a game of which the tag, or what stands after its moves, is that it goes on."""
        if self.result in (None, tagged):
            return tagged
        what = f"the moves end with {self.result}, the tag Result is {tagged}; * is left out"
        self.item.notice(what, *self._place_of(""))
        return str(self.result) if tagged == UNFINISHED else tagged

    def _ending_script(self) -> Script | None:
        """What knows how the main line ends, if its builder was not asked to go there."""
        whole = self.item.error is None and not self.builder.went_on
        knows = self.script is not None and self.script.resolves and whole
        return self.script if knows else None


@lru_cache(maxsize=64)
def cells_of(game: Game) -> frozenset[str]:
    """The names of the cells of a game's board as it begins."""
    return frozenset(cell.name for cell in game.started.scene().cells)


def is_prose(word: str) -> bool:
    """Whether a word is of a language, no mistaken move: letters, not all of them capitals."""
    letters = word.rstrip(".,:!?'\"")
    if letters in ("a", "A", "I"):
        return True
    spoken = not letters.isascii() or _VOWEL.search(letters) is not None
    is_word = len(letters) > 1 and letters.replace("'", "").isalpha() and not letters.isupper()
    return is_word and spoken and not _LIKE_MOVE.fullmatch(letters)


def _past_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value) if "\\" in value else value


def _unescaped_native(value: str) -> str:
    controls = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(.)", lambda match: controls.get(match[1], match[1]), value)
