"""Perception: converts device observations into screens, and screens into text for models."""
