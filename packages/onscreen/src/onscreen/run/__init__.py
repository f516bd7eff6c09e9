"""Running one episode, and running many trials of a suite."""
