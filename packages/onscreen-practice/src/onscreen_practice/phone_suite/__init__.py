"""Task suite `phone`: tasks on a simulated Android phone, grouped by application."""
