"""Content providers of the simulated phone, as SQL tables over its state."""
