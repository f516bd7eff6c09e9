"""Systematic exploration of an application without a model, which extends the map of the application."""
