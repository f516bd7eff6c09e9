"""Signals: Episode -> Stop or None."""
