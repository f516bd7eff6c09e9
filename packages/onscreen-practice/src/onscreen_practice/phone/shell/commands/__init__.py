"""The shell's commands, grouped by topic."""
