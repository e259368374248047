"""Bytes in any encoding become readable names; what was guessed is told."""

from __future__ import annotations

import io

import pytest

from parlour import records
from parlour.records.encodings import guessed

CHESS = '[White "{}"]\n[Black "B"]\n\n1. e4 e5 *\n'


def read(raw: bytes) -> list[records.Item]:
    return list(records.read(io.BytesIO(raw)))


@pytest.mark.parametrize(
    ("name", "encoding", "title"),
    [
        ("O’Neill", "cp1252", "Windows-1252"),
        ("José Müller", "latin-1", "Windows-1252"),
        ("Иванов, Пётр", "cp1251", "Windows-1251"),
        ("Белые", "cp1251", "Windows-1251"),
        ("佐藤花子", "cp932", "Shift-JIS"),
        ("王小明", "gb18030", "GB18030"),
    ],
)
def test_an_encoding_is_guessed_and_told(name: str, encoding: str, title: str) -> None:
    (item,) = read(CHESS.format(name).encode(encoding))
    assert item.tree is not None
    assert item.tree.tags["White"] == name
    assert any(f"{title} was guessed" in notice for notice in item.notices)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_needs_no_guess(encoding: str) -> None:
    (item,) = read(CHESS.format("Jiří").encode(encoding))
    assert item.tree is not None
    assert item.tree.tags["White"] == "Jiří"
    assert not item.notices


def test_a_text_of_wide_signs_alone_is_guessed() -> None:
    """The library finds no likely encoding for hardly anything but kanji."""
    text = "棋戦：第三回電王戦第一局\n先手：伊奈祐介六段\n後手：西尾明五段\n" * 4
    assert guessed(text.encode("cp932")) == "cp932"
    assert guessed(text.encode("euc_jp")) == "euc_jp"
    assert guessed("先手：さくら".encode("euc_jp")) == "euc_jp"
    assert guessed("白先胜黑棋中国象棋对局记录一二三四五六七八".encode("gb18030")) == "gb18030"


def test_a_guess_far_into_a_file() -> None:
    games = CHESS.format("Žofie") * 2000  # more than one block
    items = read(games.encode() + CHESS.format("é").encode("cp1252"))
    assert items[-1].tree is not None
    assert items[-1].tree.tags["White"] == "é"
    (told,) = [notice for item in items for notice in item.notices]
    assert "read as Windows-1252" in told


def test_single_odd_bytes_in_utf8() -> None:
    (item,) = read('[White "Łukasz Żółć"]\n[Black "é'.encode() + b'\xe9"]\n\n1. e4 *\n')
    assert item.tree is not None
    assert (item.tree.tags["White"], item.tree.tags["Black"]) == ("Łukasz Żółć", "éé")
    assert "read as Windows-1252" in item.notices[0]


def test_a_sign_cut_between_blocks_is_whole() -> None:
    for shift in range(4):
        text = CHESS.format("x" * ((1 << 16) - 12 + shift) + "🂡é")
        (item,) = read(text.encode())
        assert item.tree is not None
        assert item.tree.tags["White"].endswith("🂡é")
        assert not item.notices


def test_dos_ends_and_nul() -> None:
    (item,) = read(CHESS.format("A").encode() + b"\x1a")
    assert item.error is None
    (item,) = read(CHESS.format("A\0B").encode() + b"\x1a\0\0")
    assert item.tree is not None
    assert item.tree.tags["White"] == "AB"
    assert "NUL" in item.notices[0]
    (item,) = records.read(CHESS.format("A") + "\x1a")
    assert item.error is None


def test_carriage_returns_alone_end_lines() -> None:
    first, second = read(
        (CHESS.format("A") + "\n" + CHESS.format("B")).replace("\n", "\r").encode()
    )
    assert first.error is second.error is None
    assert second.line == 6


def test_an_unknown_charset_is_told() -> None:
    for source in ("(;FF[4]GM[9]CA[utf-99]PB[a];B[b1-b3])", '[Encoding "martian"]\n\n1. e4 *\n'):
        (item,) = records.read(source)
        assert item.error is None
        assert "is unknown" in item.notices[0]


@pytest.mark.parametrize("raw", [b"", b"\xff", b"\xfe\xff", b"\0" * 99, bytes(range(256)) * 40])
def test_no_bytes_break_the_reader(raw: bytes) -> None:
    assert all(item.tree is None for item in read(raw))
