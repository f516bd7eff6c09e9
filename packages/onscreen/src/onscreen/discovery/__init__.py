"""Discovery of subtasks in an application: trajectories, checks, and their cross-verification."""
