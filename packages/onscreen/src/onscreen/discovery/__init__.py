"""Discovery of subtasks in an application: trajectories, checks, and their verification against each other."""
