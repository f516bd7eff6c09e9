"""Scoring: evaluates a task's check on an episode and a device."""
