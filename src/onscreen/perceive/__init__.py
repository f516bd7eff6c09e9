"""Perception: Shot -> Screen -> views."""
