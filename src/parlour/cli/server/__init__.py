"""The commands of the web server: serve, backup, export, durability."""
