"""The names of people: normalised, visible, in one script, and unlike any other name.

`skeleton` maps names that look alike to one text, as Unicode TR 39 does. It knows letters of Greek,
Cyrillic and Armenian that look Latin; names in rarer scripts with such letters are refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from parlour.errors import ParlourError

SHORTEST, LONGEST = 2, 30  # characters
LONGEST_SKELETON = 60
MOST_MARKS = 3  # on one letter, in scripts that write vowels as marks

EAST_ASIAN = frozenset(
    ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC")
)
SCRIPTS = EAST_ASIAN | frozenset(
    (
        *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA"),
        *("DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"),
        *("MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "ETHIOPIC", "KHMER"),
    )
)
PHONETIC = range(0x250, 0x1E00)  # Latin letters here are phonetic, and many look like others
INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5")  # fillers and blanks

LOOK_ALIKES = {  # lower-case letters that look like Latin ones
    **dict(zip("аѕсԁеһіјӏоԛрԝхуүѵвкмнтг", "ascdehijloqpwxyyvbkmhtr", strict=True)),
    **dict(zip("αβγδεζηικμνορστυχω", "abydezhikmvopotuxw", strict=True)),
    **dict(zip("աոսօհցզյքր", "wnuohgqjpr", strict=True)),
    **dict(zip("ıøđħłŧɩǀƅǃ", "iodhltllbl", strict=True)),
    "æ": "ae",
    "œ": "oe",
}
STROKES = str.maketrans("01i|!", "ollll")  # digits and strokes that look like letters

SYSTEM_WORDS = (
    *("admin", "administrator", "moderator", "parlour", "server", "system", "staff", "official"),
    *("bot", "bots", "computer", "anonymous", "nobody", "support", "strongest", "deleted"),
)
_NUMBERED = re.compile(r"(bot|level|lvl|botlevel|player|formerplayer|side|seat|guest|random)\d*")


class BadName(ParlourError):
    """A name that people cannot have here."""


def check_name(text: str) -> str:
    """The normalised name, which may be empty; raises BadName."""
    name = normalized(text)
    if not name:
        return ""
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"a name has {SHORTEST} to {LONGEST} characters")
    for char in name:
        if not _is_allowed(char):
            raise BadName(
                f"a name cannot contain {_describe(char)}; "
                "letters, digits, spaces and the signs of a usual keyboard are allowed"
            )
    if not any(char.isalnum() for char in name):
        raise BadName("a name needs a letter or digit")
    _check_scripts(name)
    _check_marks(name)
    if is_reserved(name):
        raise BadName(f"{name} is reserved for the server and its bots; choose another name")
    return name


def normalized(text: str) -> str:
    """The text in normal form NFKC with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def visible(text: str) -> str:
    """A free text, such as a guest's name, in normal form without invisible characters."""
    shown = (char for char in unicodedata.normalize("NFKC", text) if not _is_invisible(char))
    return " ".join("".join(shown).split())


def skeleton(name: str) -> str:
    """A text that names share if they look alike."""
    text = _compact("".join(_latin(name)).translate(STROKES))
    return text.replace("rn", "m").replace("vv", "w")[:LONGEST_SKELETON]


def is_reserved(name: str) -> bool:
    """Whether a name looks like one of a bot or of the server itself."""
    plain = "".join(_latin(name))
    words = {skeleton(word) for word in re.split(r"[\W_]+", plain)} | {skeleton(name)}
    return bool(words & _SYSTEM or _NUMBERED.fullmatch(_compact(plain)))


def _compact(text: str) -> str:
    """The letters, digits and vowel signs of a text."""
    return "".join(c for c in text if c.isalnum() or unicodedata.category(c)[0] == "M")


def _latin(name: str) -> Iterator[str]:
    """The letters of a name in lower case, without accents, as Latin letters if they look so."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    for char in unicodedata.normalize("NFC", _without_accents(folded)):
        yield LOOK_ALIKES.get(char, char)


def _without_accents(text: str) -> str:
    """The text without accents; vowel signs of other scripts stay."""
    parts = unicodedata.normalize("NFD", text)
    return "".join(char for char in parts if not _word(char).startswith("COMBINING"))


def _word(char: str) -> str:
    """The first word of a character's name, for a letter its script."""
    return unicodedata.name(char, "").partition(" ")[0]


def _describe(char: str) -> str:
    known = unicodedata.name(char, "").lower()
    return f"the character U+{ord(char):04X}" + (f" ({known})" if known else "")


def _is_invisible(char: str) -> bool:
    """Whether a character has no picture: controls, tags, joiners, selectors, fillers."""
    category = unicodedata.category(char)
    return (
        (category[0] == "C" or category in ("Zl", "Zp"))
        or char in INVISIBLE
        or (
            category == "Mn"
            and ("SELECTOR" in (name := unicodedata.name(char, "")) or "JOINER" in name)
        )
    )


def _is_allowed(char: str) -> bool:
    if char.isascii():
        return char.isprintable()
    category = unicodedata.category(char)
    if _is_invisible(char) or category[0] not in "LM" or category == "Me":  # no enclosing marks
        return False
    script = _word(char)
    if script == "LATIN":
        return ord(char) not in PHONETIC
    return script in SCRIPTS or script == "COMBINING"


def _check_scripts(name: str) -> None:
    """Refuse letters of several scripts; East Asian ones may be mixed with each other and Latin."""
    scripts = {_word(char) for char in name if char.isalpha()}
    if len(scripts) > 1 and scripts - EAST_ASIAN - {"LATIN"}:
        found = " and ".join(sorted(script.title() for script in scripts))
        raise BadName(f"a name has letters of one script; this one mixes {found}")


def _check_marks(name: str) -> None:
    """Refuse marks without a letter, overlaid marks, and piles of marks."""
    count, most = MOST_MARKS, 0
    for char in name:
        if unicodedata.category(char)[0] != "M":
            count, most = 0, MOST_MARKS if char.isalpha() else 0
            continue
        accent = _word(char) == "COMBINING"
        count += 1
        if count > (min(most, 1) if accent else most) or unicodedata.combining(char) == 1:
            raise BadName("a name cannot have marks without a letter or piled upon each other")


_SYSTEM = frozenset(skeleton(word) for word in SYSTEM_WORDS)
