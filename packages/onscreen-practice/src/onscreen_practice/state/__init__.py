"""Checks of an application's stored state: paths, patterns and permitted changes, as data."""
