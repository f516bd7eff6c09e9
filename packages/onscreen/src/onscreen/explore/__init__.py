"""Exploration of applications, systematically or with a language model, to extend their maps."""
