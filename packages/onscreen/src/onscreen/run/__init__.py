"""The loop, and many trials of it."""
