"""Hive's forms: UHP's game strings, a game on a line, and the PGN of Hive players.

``Base+MLP;InProgress;White[2];wS1;bS1 wS1-``: the type of the game, how it stands, whose turn it is, the
moves. All else, variations and notes among it, a game string cannot hold. The PGN has tags, one of them
GameType, and comments; each move stands on a line of its own, numbered through. See
https://github.com/jonthysell/Mzinga/wiki/UniversalHiveProtocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from parlour.errors import BadForm, ParlourError
from parlour.kernel.spec import parse_options
from parlour.records.builder import Builder, contradiction
from parlour.records.game_result import UNFINISHED, is_result
from parlour.records.losses import losses_of
from parlour.records.pgn_syntax import pgn_reading
from parlour.records.pgn_syntax.comments import write_comments
from parlour.records.pgn_syntax.dialect import WORD, Dialect
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import games_with, hooks
from parlour.table.foreign_notation import UhpHooks
from parlour.table.game import Game, State

(GAME,) = games_with("uhp")
HOOKS: UhpHooks = hooks("uhp")
STANDING = {result: word for word, result in HOOKS.RESULTS.items()}
ROSTER = ("Date", "Event", "Site", "Round", "White", "Black")  # tags that Hive's PGN always has

OWN = (
    "GameType",
    "Options",
    "Game",
    "Position",
)  # tags that tell the game; options beside its pieces and the position are our own tags

_STRING = re.compile(
    rf"[ \t]*{HOOKS.TYPE};(?:NotStarted|InProgress|Draw|WhiteWins|BlackWins);(?:White|Black)\[\d+\]",
    re.IGNORECASE,
)
_MOVE = rf"{HOOKS.PIECE}[ ]+[-/\\]?{HOOKS.PIECE}[-/\\]?(?=[\s{{}}();]|\Z)"
_TYPE = re.compile(HOOKS.TYPE)
_NUMBER = re.compile(r"^\s*[0-9]+\.+")
_LIST = re.compile(
    rf"(?:1\.\s*)?{HOOKS.FIRST_MOVE}[ \t\r]*[;\n]\s*+(?:[12]\.++[ \t]*+)?{HOOKS.SECOND_MOVE}"
)


def game_of(kind: str, options: Mapping[str, object]) -> Game:
    """The game of a UHP type, as ``Base+ML``, with other options; raises ParlourErrors."""
    return find_game(GAME, **{**options, **HOOKS.options_of(kind)})


def game_type(tree: Tree) -> str:
    """The type of a tree's game; raises BadForm where that is no Hive, or only heard."""
    if tree.game.id != GAME or tree.heard_by:
        raise BadForm(f"uhp holds games of {GAME}, not of {tree.game.id}")
    return HOOKS.type_of(tree.game)


# -- game strings ------------------------------------------------------------------------------------


def claims(text: str) -> float:
    """Its lines begin with a type, how the game stands, and a turn; or it is a bare list of moves."""
    begun = text.lstrip("\ufeff\r\n\t ")
    return 1.0 if _STRING.match(begun) else 0.9 if _LIST.match(begun) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source, one for each line that is not blank; a bare list of moves is one game."""
    if _LIST.match(source.head.lstrip("\ufeff\r\n\t ")):
        text = source.beginning(LARGEST_GAME + 1)
        yield _listed(text) if len(text) <= LARGEST_GAME else oversized(1, "uhp")
        return
    for number, line in enumerate(source.lines(), 1):
        if line.strip("\ufeff\r\n\t "):
            large = len(line) > LARGEST_GAME
            yield oversized(number, "uhp") if large else _game(line.rstrip("\r\n"), number)


def _game(line: str, number: int) -> Item:
    item = Item(line=number, form="uhp")
    kind, *fields = line.lstrip("\ufeff").split(";")
    kind = HOOKS.usual_type(kind.strip())
    if len(fields) < 2:
        item.broke("this is no game string; expected Base;InProgress;White[2];…", number, 1)
        return item
    try:
        item.tree = tree = Tree(game_of(kind, HOOKS.first_options(fields[2:4])))
    except ParlourError as error:
        item.broke(str(error), number, 1)
        return item
    builder, (standing, turn, *moves) = Builder(tree, item), fields
    at = line.index(";") + len(standing) + len(turn) + 3
    for text in moves:
        _move(builder, text, number, at + 1)
        at += len(text) + 1
    builder.finish()
    _judge(item, builder, standing.strip(), turn.strip())
    return item


def _listed(text: str) -> Item:
    """The game of a bare list of moves, parted by semicolons or on lines of their own."""
    item = Item(form="uhp")
    moves = [
        (word, line)
        for line, row in enumerate(text.splitlines(), 1)
        for part in row.split(";")
        if (word := _NUMBER.sub("", part).strip("\ufeff\r\n\t "))
    ]
    options = HOOKS.options_of_moves(word for word, _ in moves)
    item.tree = tree = Tree(find_game(GAME, **options))
    builder = Builder(tree, item)
    for word, line in moves:
        _move(builder, word, line)
    builder.finish()
    return item


def _move(builder: Builder, text: str, line: int, column: int = 0) -> None:
    if builder.broken:
        builder.rest(f";{text}")
    else:
        builder.move(HOOKS.read_move(text), line, column, text)


def _judge(item: Item, builder: Builder, standing: str, turn: str) -> None:
    """Take over the result, and tell where it or the turn is not that of the moves."""
    line, count = item.line, len(builder.tree.line())
    known = {word.lower(): word for word in (*HOOKS.RUNNING, *HOOKS.RESULTS)}
    standing = known.get(standing.lower(), standing)
    if standing in HOOKS.RESULTS:
        builder.tree.tags["Result"] = HOOKS.RESULTS[standing]
        if what := contradiction(builder):
            item.broke(what, line)
    elif standing not in HOOKS.RUNNING:
        expected = ", ".join(known.values())
        item.broke(f"the game stands {standing:.40}; expected {expected}", line)
    elif item.error is None and builder.tree.end().outcome is not None:
        item.notice(f"the game stands {standing}, and these moves end it", line)
    if item.error is None and turn.lower() != HOOKS.turn_text(count).lower():
        item.notice(
            f"the turn is {turn:.40}; after these moves it is {HOOKS.turn_text(count)}", line
        )


def write(tree: Tree) -> Written:
    """One game string; all else is reported as lost. Raises BadForm where it does not begin at the start."""
    kind, moves = game_type(tree), tree.moves()
    if tree.position is not None:
        raise BadForm("uhp tells games from their start; this one begins with a position")
    running = HOOKS.RUNNING[bool(moves)]
    standing = STANDING.get(tree.tags["Result"], running)
    fields = [
        kind,
        standing,
        HOOKS.turn_text(len(moves)),
        *(HOOKS.written_move(text) for text in moves),
    ]
    text = ";".join(fields) + "\n"
    return Written(text, losses_of(tree, text, read))


# -- the PGN of Hive ---------------------------------------------------------------------------------


class HivePgn(Dialect):
    """Moves as UHP writes them, with blanks; results in words."""

    form = "pgn"
    games = (GAME,)
    word = f"{_MOVE}|{WORD}"

    def claims(self, tags: Mapping[str, str], movetext: str) -> float:
        return 1.0 * ("Game" not in tags and _TYPE.match(tags.get("GameType", "")) is not None)

    def tree(self, tags: Mapping[str, str]) -> Tree:
        kept = {name: value for name, value in tags.items() if name not in OWN and value}
        options = parse_options(tags["Options"]) if tags.get("Options") else {}
        return Tree(game_of(tags["GameType"], options), kept, tags.get("Position"))

    def move_text(self, state: State, word: str) -> str:
        return HOOKS.read_move(word)

    def written_move(self, state: State, text: str) -> str:
        return HOOKS.written_move(text)

    def result(self, tree: Tree, word: str) -> str | None:
        if word in HOOKS.RUNNING:
            return UNFINISHED
        return HOOKS.RESULTS.get(word, word if is_result(word, 2) else None)


DIALECT = HivePgn()


def write_pgn(tree: Tree) -> Written:
    """The tree as Hive players' PGN, a move on each line; variations and other losses are reported."""
    kind = game_type(tree)
    given = {name: value for name, value in tree.tags.given.items() if name not in OWN}
    tags = dict.fromkeys(ROSTER, "") | given
    result = STANDING.get(tree.tags["Result"], HOOKS.RUNNING[bool(tree.moves())])
    tags = {"GameType": kind, **tags, "Result": result}
    if others := HOOKS.other_options(tree.game):
        tags["Options"] = others
    if tree.position is not None:
        tags["Position"] = tree.position
    lines = [
        f'[{name} "{_quoted(value)}"]' for name, value in tags.items() if _NAME.fullmatch(name)
    ]
    lines += ["", *_comment_lines(tree)]
    if result in HOOKS.RESULTS:
        lines += ["", result]
    text = "\n".join(lines) + "\n"
    return Written(text, losses_of(tree, text, pgn_reading.read))


_NAME = re.compile(r'[^\s"\[\]]+')


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment_lines(tree: Tree) -> Iterator[str]:
    """The moves of the main line, numbered through, with their comments on lines of their own."""
    after = write_comments(tree.root, False)[1]
    if after:
        yield f"{{{after}}}"
    commented = bool(after)
    for number, node in enumerate(tree.line(), 1):
        before, after = write_comments(node, False)
        if before:
            if not commented:
                yield "{}"  # else the comment would be taken for that of the move before
            yield f"{{{before}}}"
        yield f"{number}. {HOOKS.written_move(node.move)}"
        if after:
            yield f"{{{after}}}"
        commented = bool(after)
