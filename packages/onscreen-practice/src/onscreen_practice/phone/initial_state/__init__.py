"""What applications hold when the phone begins, made from a seed."""
