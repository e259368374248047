"""Chess moves as books, messages and other languages write them, put into PGN's own spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

ENGLISH = "KQRBN"  # the letters of king, queen, rook, bishop and knight
LANGUAGES = {
    "German": "KDTLS",  # Scandinavian languages have the same
    "French": "RDTFC",
    "Spanish": "RDTAC",  # and Italian
    "Portuguese": "RDTBC",
    "Dutch": "KDTLP",
    "Polish": "KHWGS",
    "Czech": "KDVSJ",
    "Hungarian": "KVBFH",
    "Romanian": "RDTNC",
    "Finnish": "KDTLR",
    "Russian": "ЖФЛСК",
}
_RUSSIAN_KING = re.compile(r"Кр(?=[a-h])")  # two letters, here Ж
_MAN = re.compile(
    r"(?<![^\W\d_])([A-ZА-Я])(?=[a-h]?[1-8]?[x:-]?[a-h][1-8])|(?<=[a-h][18])([=/]?)([A-ZА-Я])"
)
_COMMENT = re.compile(r"(\{[^}]*+(?:\}|\Z)|;[^\n]*+)|([^{;]++)")
_SIGNS = {"±": 16, "∓": 17, "⩲": 14, "⩱": 15, "∞": 13, "+−": 18, "−+": 19, "+-": 18, "-+": 19}
_SIGNS |= {"+/-": 16, "-/+": 17, "+/=": 14, "=/+": 15, "+=": 14, "=+": 15, "=": 10, "N": 146}
_SIGN = "|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True)))
_HABITS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    ("[\u200b-\u200d\u2060\ufeff]", ""),
    (r"…|(?<![\d.])\.{2,}+", " "),
    (r"(?<![\w.-])(\d{1,3})(?:\)|\s++\.(?=[\sa-hKQRBNO]))", r"\1."),
    (r"(?<=[a-h][18])\(([A-Za-zА-Я])\)", r"=\1"),
    (r"(?<=[a-h][36])\s*+e\.?p\b\.?", ""),
    (r"(?<=[a-h][1-8])\s*+(?:(?:dis|disc|dbl)\.?\s*+)?(?:ch|mate)\b\.?", "+"),
    (r"(?<=[a-h][1-8])\s++([+#])(?=\s|\Z)", r"\1"),
    (r"(?<![\w-])[oO0](?:-?[oO0]){1,2}(?![\w-])", lambda found: "-".join("O" * _sides(found))),
    (rf"(?<=[a-hO1-8QRBN])\s*+({_SIGN})(?=\s|\Z)", lambda found: f" ${_SIGNS[found[1]]}"),
    (r"(?:(?<=[a-h][1-8]|-[01])|(?<=[O+#!?]))[.,](?=\s|\Z)", " "),
)
_MENDS = tuple((re.compile(pattern), into) for pattern, into in _HABITS)
_WORD = re.compile(r"[^\s{}();$]++")
_PIECE = re.compile(
    r"1-0|0-1|1/2-1/2|\*|\d+\.+|O-O(?:-O)?[+#]?[!?]*"
    r"|[KQRBN]?(?:x?[a-h][1-8]|[a-h1-8]x?[a-h][1-8])(?:(?<=[18])=?[QRBN](?![a-h1-8x]))?[+#]?[!?]*"
)
_SMALL = re.compile(r"(?<![\w=])(?:[kqrn](?=[a-h]?[1-8]?x?[a-h][1-8])|b(?=[a-h][1-8]))")


def spellings(movetext: str) -> Iterator[tuple[str, str]]:
    """What a movetext may mean in PGN's spelling, each with how it is written, in words.

    They are guesses: one counts if all its moves are legal.
    """
    usual = _outside_comments(movetext, _without_habits)
    texts = [(usual, "the moves are not written as PGN has them")]
    letters = {found[1] or found[3] for found in _MAN.finditer(_RUSSIAN_KING.sub("Ж", usual))}
    if letters - set(ENGLISH):
        for language, own in LANGUAGES.items():
            if letters <= set(own):
                english = _outside_comments(usual, _translation(own))
                texts.append((english, f"the moves are written with {language} letters"))
    texts.append((_outside_comments(usual, _with_capitals), "the men's letters are small ones"))
    for text, how in texts:
        parted = _outside_comments(text, _separate_moves)
        yield from ((one, how) for one in dict.fromkeys((text, parted)) if one != movetext)


def _outside_comments(movetext: str, change: Callable[[str], str]) -> str:
    return _COMMENT.sub(lambda found: found[1] or change(found[2]), movetext)


def _without_habits(text: str) -> str:
    for pattern, into in _MENDS:
        text = pattern.sub(into, text)
    return text


def _sides(castling: re.Match[str]) -> int:
    """The signs of castling: two to the king's side, three to the queen's."""
    return len(castling[0].replace("-", ""))


def _translation(own: str) -> Callable[[str], str]:
    into = str.maketrans(own, ENGLISH)

    def english(found: re.Match[str]) -> str:
        return found[1].translate(into) if found[1] else found[2] + found[3].translate(into)

    return lambda text: _MAN.sub(english, _RUSSIAN_KING.sub("Ж", text))


def _with_capitals(text: str) -> str:
    return _SMALL.sub(lambda found: found[0].upper(), text)


def _separate_moves(text: str) -> str:
    """A text with blanks between moves and numbers that have none."""
    return _WORD.sub(lambda word: " ".join(_pieces(word[0])), text)


def _pieces(word: str) -> list[str]:
    """The moves and numbers of a word; the word alone, if that is not all it holds."""
    pieces, end = [], 0
    while end < len(word):
        found = _PIECE.match(word, end)
        if found is None:
            return [word]
        pieces.append(found[0])
        end = found.end()
    return pieces
