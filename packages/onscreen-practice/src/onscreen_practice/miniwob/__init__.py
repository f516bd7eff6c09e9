"""The MiniWoB++ suite, its task names and its oracles."""
