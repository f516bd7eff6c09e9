"""Agents: Episode -> Decision, short files made of shared functions."""
