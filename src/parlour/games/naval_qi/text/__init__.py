"""NavalQi's texts: positions, the public log, and actions entered step by step."""
