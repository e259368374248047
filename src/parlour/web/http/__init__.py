"""The HTTP layer: security, limits, compression, error responses, page templates."""
