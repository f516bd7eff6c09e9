"""Routines: sequences of steps learned from completed runs, with parameters."""
