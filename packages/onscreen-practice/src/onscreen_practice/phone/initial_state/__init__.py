"""Generators for the initial state of each application, based on a random seed."""
