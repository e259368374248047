"""The laboratory's pages: ask a question, start an experiment, read its report."""
