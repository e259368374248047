"""The games through other programs' interfaces, judged by those programs' own test suites."""
