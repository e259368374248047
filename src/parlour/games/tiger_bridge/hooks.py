"""What the command `balance` needs of TigerBridge: hands, and the balancing point of deals."""

from parlour.games.tiger_bridge import SEATS
from parlour.games.tiger_bridge.balance import balance, read_hands
from parlour.games.tiger_bridge.blades import CRESTS, NAMES

__all__ = ["CRESTS", "NAMES", "SEATS", "balance", "read_hands"]
