"""Initial state of each application, generated from a random seed."""
