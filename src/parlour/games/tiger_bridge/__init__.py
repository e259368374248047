"""TigerBridge, or Blade, by G. Nicholls: Contract Bridge with a search for the balancing point."""

from parlour.kernel.spec import YES_NO, Option, Spec

SEATS = ("North", "East", "South", "West")
DEALERS = ("north", "east", "south", "west", "draw")

GAMES = (
    Spec(
        id="tiger-bridge",
        title="TigerBridge",
        goal="Proclaim the rounds that your side will take, or make the others proclaim too many.",
        appeal="Bridge with a new question in the bidding: where would both sides be content?",
        package=__name__,
        conventions={"bridge": "bridge"},
        moves=r"(?:deal|draw):.*|[5-9][NRMLF]|[TBSWP1-8][FLMR]|decline|tigerblade",
        seats=SEATS,
        options=(
            Option(
                "deals",
                0,
                range(1001),
                "the number of deals; 0 = play until a side wins two holdings",
            ),
            Option("dealer", "north", DEALERS, "who deals first; draw = the highest blade drawn"),
            Option("tigerblades", "no", YES_NO, "whether each side may double one proclamation"),
        ),
        repetition=False,
        rules_count_moves=True,
        alternating=False,
        sides=2,
        hidden=True,
        parameters=lambda chosen: {
            "DEALER": DEALERS.index(str(chosen["dealer"])),
            "DEALS": chosen["deals"],
            "MOVE_LIMIT": chosen["move_limit"],
            "TIGERBLADES": int(chosen["tigerblades"] == "yes"),
        },
        tags=("cards", "partnerships", "bidding", "hidden information"),
        levels=(
            "thumb:blunder=0.04,noise=1.5",
            "thumb:blunder=0.02,noise=1.25",
            "thumb:noise=1",
            "thumb:noise=0.6",
            "seeker:deals=1,noise=1.1",
            "seeker:deals=1,noise=0.7",
            "seeker:deals=3,noise=0.6",
            "seeker:deals=5,noise=0.3",
            "seeker:deals=60",
        ),
        strongest="seeker:deals=60",
        minutes=45,
    ),
)
