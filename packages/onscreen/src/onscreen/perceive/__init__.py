"""Perception: converts observations into numbered elements, and these into text for models."""
