"""Crash-safe storage of episodes on disk."""
