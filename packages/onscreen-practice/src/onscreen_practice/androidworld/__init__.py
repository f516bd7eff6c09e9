"""Suite `androidworld`: tasks of the AndroidWorld benchmark that the practice phone supports."""
