"""Policy that repeats a stored routine."""
