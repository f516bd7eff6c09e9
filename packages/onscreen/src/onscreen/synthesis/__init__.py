"""Synthesis of tasks: subtasks with checks, task graphs, their instructions and grades."""
