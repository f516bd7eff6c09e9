"""A sample plugin package: one device, one agent, one stop signal."""
