"""Suite of tasks in programs of a Linux desktop."""
