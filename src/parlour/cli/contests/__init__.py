"""The commands for contests between players: ladders, tournaments, engines."""
