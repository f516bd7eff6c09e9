"""Episode -> page."""
