"""Models: Prompt -> Reply."""
