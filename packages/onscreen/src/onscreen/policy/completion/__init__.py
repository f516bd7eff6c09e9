"""Completion checks: evidence in a run against the claim that its task is done."""
