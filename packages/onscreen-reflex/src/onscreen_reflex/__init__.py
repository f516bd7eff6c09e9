"""A small neural network that chooses the next action from the elements on the screen."""
