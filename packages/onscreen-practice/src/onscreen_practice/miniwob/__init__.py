"""MiniWoB++ benchmark: task suite, task names and scripted solvers."""
