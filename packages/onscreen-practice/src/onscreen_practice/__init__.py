"""Practice environments and task suites that run locally, without network access."""
