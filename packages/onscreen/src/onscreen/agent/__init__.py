"""Agents, which decide on the next action of a run from the episode so far."""
