"""The commands of the browser parlour: serve, backup, export."""
