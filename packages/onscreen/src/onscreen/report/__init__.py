"""HTML reports on single runs and on suites of tasks."""
