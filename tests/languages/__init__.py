"""The catalogues of page texts: their messages are extracted from the code, and compiled for the server.

`python -m tests.languages` brings all catalogues up to date and compiles them; look at the messages
that it lists, translate them in `src/parlour/languages`, and run it again. With the code of a new
language, such as `it`, it begins its catalogue.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr
from datetime import UTC, datetime
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import parlour
from parlour.clocks.presets import PRESETS
from parlour.language import CATALOGUES, DOMAIN
from parlour.picture.svg_skin import skin, skins
from parlour.players import timed_texts
from parlour.players.kinds import called
from parlour.players.levels import BANDS
from parlour.puzzles import has_puzzles, puzzles
from parlour.table.catalogue import specs

ROOT = Path(parlour.__file__).parent
WORDS = ROOT / "web" / "static" / "words"  # the catalogues of the scripts
SPEAKING = (
    "clocks",
    "lab",
    "lessons",
    "matches",
    "play",
    "puzzles",
    "table",
    "web",
)  # mark messages
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)  # so that the same words make the same file

METHODS = [
    *((f"{place}.py", "python") for place in ("*", *(f"{room}/**" for room in SPEAKING))),
    ("web/templates/**.html", "jinja2"),
    ("web/static/**.js", "javascript"),
]
OPTIONS = {
    "web/templates/**.html": {"trimmed": "true", "newstyle_gettext": "true"},
    "web/static/**.js": {"parse_template_string": "true"},
}
KEYWORDS = {  # which argument is a message
    "_": None,
    "gettext": None,
    "mark": None,
    "ngettext": (1, 2),
    "_of_games": (2, 3),
    "Refused": (3,),
    "NotRead": (3,),
    "NotAllowed": (2,),
    **dict.fromkeys(("BadMail", "BadName", "BadPerson", "BotTrouble"), None),
}


@cache
def extracted() -> Catalog:
    """All messages of the code and of the games, each with the files that have it."""
    found = Catalog(domain=DOMAIN, fuzzy=False)
    with redirect_stderr(StringIO()):  # says that errors with values stay English
        for name, _line, message, *_ in extract_from_dir(ROOT, METHODS, OPTIONS, KEYWORDS):
            found.add(message, locations=[(name, 0)])
    for name, word in _words_of_games():
        found.add(word, locations=[(name, 0)])
    return found


def _words_of_games() -> Iterator[tuple[str, str]]:
    """The words for players that games, clocks and bots have as data."""
    for label in PRESETS.values():
        yield "clocks", label
    yield from (("players", band) for band in BANDS)
    for name in skins():
        yield from (("picture", word) for word in (name.replace("-", " "), skin(name).title))
    for spec in specs().values():
        game = parlour.game(spec.id)
        yield from (("players", called(text)) for text in timed_texts(game))
        told = (spec.goal, spec.appeal, *spec.tags, *spec.seat_names(spec.choose({})))
        ends = game.notation.ENDED.values()
        scene = game.start().scene(0)
        options = (word for each in game.options.values() for word in _option_words(each))
        notes = (note for note in scene.notes if not re.search("[0-9]", note))  # true throughout
        for word in filter(None, (*told, *ends, *scene.colours, *notes, *options)):
            yield f"games/{spec.id}", word
        for puzzle in puzzles(spec.id) if has_puzzles(spec.id) else ():
            yield from (("puzzles", word) for word in (puzzle.tree.root.task, *puzzle.themes))


def _option_words(option: parlour.kernel.spec.Option) -> tuple[str, str]:
    return option.name.replace("_", " "), option.help


def catalogue_path(code: str) -> Path:
    return CATALOGUES / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue(code: str) -> Catalog:
    """A language's catalogue as it is written; an empty one for a new language."""
    path = catalogue_path(code)
    if not path.exists():
        return Catalog(locale=code, domain=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN)


def codes() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.name for path in CATALOGUES.iterdir() if path.is_dir())


def messages(of: Catalog) -> list[Message]:
    """The messages without the header."""
    return [message for message in of if message.id]


def updated(code: str) -> Catalog:
    """A language's catalogue with the messages of today; words that are gone leave it."""
    known = catalogue(code)
    fresh = Catalog(
        locale=code,
        domain=DOMAIN,
        header_comment=f"# The words of Parlour's pages: {code}.",
        project="Parlour",
        version="pages",
        msgid_bugs_address="none",
        last_translator="Parlour",
        language_team=code,
        fuzzy=False,
        creation_date=EPOCH,
        revision_date=EPOCH,
    )
    for message in messages(extracted()):
        old = known.get(message.id)
        words = old.string if old is not None and not old.fuzzy else ""
        files = sorted({name for name, _line in message.locations})
        fresh.add(message.id, words, locations=[(name, 0) for name in files], flags=message.flags)
    return fresh


def untranslated(of: Catalog) -> list[Message]:
    """The messages without a translation, or with one of several forms missing."""
    return [m for m in messages(of) if not (all(m.string) if m.pluralizable else m.string)]


def po_text(of: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, of, width=100, sort_output=True, include_lineno=False, omit_header=False)
    return out.getvalue()


def mo_text(of: Catalog) -> bytes:
    out = BytesIO()
    write_mo(out, of)
    return out.getvalue()


def script_words(of: Catalog) -> bytes:
    """The messages of the scripts as JSON; several forms are a list."""
    words = {
        m.id[0] if m.pluralizable else m.id: m.string
        for m in messages(of)
        if m.string and any(name.endswith(".js") for name, _line in m.locations)
    }
    return json.dumps(words, ensure_ascii=False, indent=0, sort_keys=True).encode() + b"\n"


def compiled(of: Catalog, code: str) -> dict[Path, bytes]:
    """The files that the server reads, with their content."""
    return {
        catalogue_path(code).with_suffix(".mo"): mo_text(of),
        WORDS / f"{code}.json": script_words(of),
    }


def update(code: str) -> list[Message]:
    """Bring a catalogue up to date and compile it; returns what is to be translated."""
    fresh = updated(code)
    files = {catalogue_path(code): po_text(fresh), **compiled(fresh, code)}
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return untranslated(fresh)
