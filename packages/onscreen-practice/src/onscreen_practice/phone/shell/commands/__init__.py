"""Commands of the simulated Android shell, grouped by topic."""
