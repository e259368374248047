"""Games and tools for language models, by the Model Context Protocol."""
