"""HTML reports of episodes and suites."""
