"""Scoring of runs: evaluates a task's check on the recorded episode and the device."""
