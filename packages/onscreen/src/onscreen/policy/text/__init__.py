"""Arithmetic and month names, shared by all policies."""
