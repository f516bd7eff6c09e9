"""Policies, which propose the next step of a run or abstain."""
