"""Bytes as text: in the encoding that they declare, otherwise UTF-8, otherwise the likeliest.

The first bytes that are no UTF-8 make charset-normalizer guess among the encodings that programs of games
have used. What was guessed, or declared and unknown, is a notice.
"""

from __future__ import annotations

import codecs
import re
from typing import IO

from charset_normalizer import from_bytes

# The guesses, the first for choice where the library finds several equally likely: names with accents
# have single foreign letters, those in another script have several in a row.
_ACCENTED = ("cp1252", "cp1250", "cp1251", "cp932", "gb18030")
_FOREIGN = ("cp1251", "cp932", "euc_jp", "gb18030", "cp1252", "cp1250")
_TITLES = {
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030",
}
_IN_ROW = re.compile(rb"[\x80-\xff]{3}|(?:[\x80-\xff][@-~]?){4}")
_FOREIGN_LINES = re.compile(rb"[^\n]*[\x80-\xff][^\n]*")
SAMPLE = 8192  # bytes of lines that are no ASCII, by which an encoding is guessed
_JAPANESE = re.compile("[\u3041-\u3096\u30a1-\u30fa]{2}|手合|先手|後手|手数|棋戦")
WIDE = 8  # signs beyond ASCII, by which an encoding of two bytes for each is told
_ALIASES = {"shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030"}  # as programs mean them
_DECLARED = re.compile(
    r"""\bCA\s*\[([^\]]{1,40})\]|\[\s*Encoding\s+"([^"]{1,40})"|encoding\s*=\s*([\w.-]{1,40})""",
    re.IGNORECASE,
)


def _single(error: UnicodeError) -> tuple[str, int]:
    """What to read for bytes that an encoding does not know: the same as Windows-1252, or Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    odd = error.object[error.start : error.end]
    try:
        return odd.decode("cp1252"), error.end
    except UnicodeDecodeError:
        return odd.decode("latin-1"), error.end


codecs.register_error("parlour-single", _single)


class DecodedStream:
    """A stream of bytes as text; `notices` tells what was guessed so far."""

    def __init__(self, stream: IO[bytes], begun: bytes) -> None:
        self._stream, self._begun = stream, begun
        self.notices: list[str] = []
        name = _by_shape(begun) or declared(begun.decode("latin-1"))
        errors = "parlour-single" if name else "strict"
        self._decoder = codecs.getincrementaldecoder(name or "utf-8")(errors)

    def read(self, size: int, /) -> str:
        """The next characters, about `size` of them; "" at the end."""
        while True:
            raw, self._begun = self._begun or self._stream.read(size) or b"", b""
            text = self._decoded(raw)
            if "\0" in text:
                self._tell("the file holds NUL characters; they were left out")
                text = text.replace("\0", "")
            if text or not raw:
                return text

    def _decoded(self, raw: bytes) -> str:
        try:
            return self._decoder.decode(raw, not raw)
        except UnicodeDecodeError:
            whole = self._decoder.getstate()[0] + raw
            name = "" if _is_mostly_utf8(whole) else guessed(whole)
            if name in ("", "cp1252"):  # other lines of the file may still be UTF-8
                self._decoder = codecs.getincrementaldecoder("utf-8")("parlour-single")
            else:
                self._decoder = codecs.getincrementaldecoder(name)("parlour-single")
            self._tell(
                f"the file is no UTF-8 and declares no other encoding; {_TITLES[name]} was guessed"
                if name
                else "a few characters are no UTF-8; they were read as Windows-1252"
            )
            return self._decoder.decode(whole, not raw)

    def _tell(self, what: str) -> None:
        if what not in self.notices:
            self.notices.append(what)


def _by_shape(begun: bytes) -> str | None:
    """UTF-16, by its mark or by the NUL that is every other byte of plain text; None if it is not."""
    if begun.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        others = begun[first::2]
        if len(others) > 1 and 2 * others.count(0) > len(others) and begun[1 - first] != 0:
            return name
    return None


def declared(text: str) -> str | None:
    """The encoding that the beginning of a file declares, if it is one here; None if it is UTF-8."""
    match = _DECLARED.search(text)
    name = match[match.lastindex or 0].strip() if match else ""
    if not _extends_ascii(name):
        return None
    known = codecs.lookup(name).name
    return None if known == "utf-8" else _ALIASES.get(known, known)


def unknown_charset(text: str) -> str | None:
    """The charset that the beginning of a text declares but Python does not know; None if there is none."""
    match = _DECLARED.search(text)
    name = match[match.lastindex or 0].strip() if match else ""
    try:
        codecs.lookup(name)
    except (LookupError, ValueError):
        return name or None
    return None


def _extends_ascii(name: str) -> bool:
    """Whether this is an encoding of text that extends ASCII, and in which no byte is an error."""
    plain = [bytes([code]) for code in (*range(32, 126), 10)]  # Shift-JIS has another sign for 126
    try:
        b"\xff\x80(".decode(name, "parlour-single")
        return all(sign.decode(name) == sign.decode("ascii") for sign in plain)
    except (LookupError, ValueError):
        return False


def _is_mostly_utf8(raw: bytes) -> bool:
    """Whether more signs of these bytes are UTF-8 beyond ASCII than are none."""
    text = raw.decode("utf-8", "replace")
    odd = text.count("\ufffd")
    return sum(sign > "\x7f" for sign in text) > 2 * odd


def _is_euc_jp(lines: bytes) -> bool:
    """Whether lines are Japanese in EUC-JP, whose bytes are nearly all signs of GB18030 too."""
    try:
        text = codecs.getincrementaldecoder("euc_jp")().decode(lines)
    except UnicodeDecodeError:
        return False
    return _JAPANESE.search(text) is not None


def _of_wide_signs(lines: bytes) -> str:
    """The encoding of two bytes for a sign in which a text is one; "" if it is in none.

    Shift-JIS has narrow letters at bytes that begin signs of GB18030; Japanese texts have few of them.
    """
    for name in ("cp932", "gb18030"):
        try:
            text = codecs.getincrementaldecoder(name)().decode(lines)
        except UnicodeDecodeError:
            continue
        foreign = [sign for sign in text if sign > "\x7f"]
        narrow = sum("\uff61" <= sign <= "\uff9f" for sign in foreign)
        if len(foreign) > WIDE and 10 * narrow < len(foreign):
            return name
    return ""


def guessed(raw: bytes) -> str:
    """The likeliest encoding of bytes that are no UTF-8."""
    lines = b"\n".join(_FOREIGN_LINES.findall(raw))[:SAMPLE]
    if _is_euc_jp(lines):
        return "euc_jp"
    found = from_bytes(lines, cp_isolation=list(_ACCENTED), enable_fallback=False)
    if not found and (name := _of_wide_signs(lines)):
        return name
    least = min((match.chaos for match in found), default=0)
    likely = {
        name
        for match in found
        if match.chaos <= least
        for name in (match.encoding, *match.could_be_from_charset)
    }
    order = _FOREIGN if _IN_ROW.search(lines) else _ACCENTED
    return next((name for name in order if name in likely), "cp1252")
