"""MiniWoB++: the suite, its task names and its oracles."""
