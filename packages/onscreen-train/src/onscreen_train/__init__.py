"""Training pipeline for `reflex`, a small neural network that chooses the next GUI action."""
