"""TigerChequers, by G. Nicholls: unlike armies, Swordsmen that jump, and a Queen who may slip away."""

from parlour.kernel.spec import Option, Spec

PATHS = ("corners", "none")
PIKEMEN = 8  # of each side, so that eight Knights are as good as any number

GAMES = (
    Spec(
        id="tiger-chequers",
        title="TigerChequers",
        goal="Checkmate the opposing Queen; South's Queen may save half the battle by escaping.",
        appeal="Two unlike armies, and a Queen who may slip away.",
        package=__name__,
        moves=r"post:.*|guard|watch|[a-h][1-8](?:[-x][a-h][1-8])+.*|[a-h][1-8]-(?:west|east)",
        seats=("South", "North"),
        options=(
            Option(
                "paths",
                PATHS[0],
                PATHS,
                "where the two Unguarded Paths are, by which South's Queen may escape",
            ),
            Option(
                "knights",
                PIKEMEN,
                range(1, PIKEMEN + 1),
                "how many Knights wait in the Forest for North's Pikemen; 8 are always enough",
            ),
        ),
        move_limit=300,
        parameters=lambda chosen: {
            "PATHS": int(chosen["paths"] == "corners"),
            "KNIGHTS": chosen["knights"],
        },
        tags=("chess-like", "unlike armies", "square board"),
        minutes=60,
        levels=(
            "alphabeta:depth=1,noise=2500",
            "alphabeta:depth=1,noise=750",
            "alphabeta:depth=2,noise=520",
            "alphabeta:nodes=1000,noise=380",
            "alphabeta:nodes=1900,noise=284",
            "alphabeta:nodes=3900,noise=205",
            "alphabeta:nodes=9600,noise=125",
            "alphabeta:nodes=29000,noise=20",
            "alphabeta:nodes=130000,noise=20",
        ),
        strongest="alphabeta:nodes=1200000,noise=20",
    ),
)
