"""Checks of an application's state, defined as data: paths to values, patterns, permitted changes."""
