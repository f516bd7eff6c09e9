"""A sample plugin: one device, one agent, one signal."""
