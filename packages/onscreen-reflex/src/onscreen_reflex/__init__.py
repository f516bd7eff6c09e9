"""A small net that chooses what to do from what is on the screen, and points at what to write."""
