"""The formats of shogi players: KIF, CSA and USI."""

from parlour.records.formats.format_registry import Format

FORMATS = (
    Format("kif", (".kif", ".kifu", ".ki2"), f"{__name__}.kif"),
    Format("csa", (".csa",), f"{__name__}.csa"),
    Format("jkf", (".jkf", ".json"), f"{__name__}.jkf", is_default=False, writes=False),
    Format("usi", (".usi", ".sfen"), f"{__name__}.usi"),
)
