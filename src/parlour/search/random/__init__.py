"""Random playouts."""
