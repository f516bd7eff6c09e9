"""The suite `phone`: tasks on the practice phone, by application."""
