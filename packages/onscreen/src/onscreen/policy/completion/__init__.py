"""Evidence against the claim that a task is done, from the history and the screens of a run."""
