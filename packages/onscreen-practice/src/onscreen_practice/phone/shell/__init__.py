"""Simulated Android shell, with a subset of sh, its commands and a file system."""
