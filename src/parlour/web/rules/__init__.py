"""Users' own rules on the server: each game file runs in a process of its own."""
