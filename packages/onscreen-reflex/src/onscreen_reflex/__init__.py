"""The policy `reflex`: a small neural network that chooses an action from the elements on the screen."""
