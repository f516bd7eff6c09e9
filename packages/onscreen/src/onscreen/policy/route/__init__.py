"""Policy that follows a known path on the map of an application."""
