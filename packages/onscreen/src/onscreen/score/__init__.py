"""Scorers: Episode, Device -> Score."""
