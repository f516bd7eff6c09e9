"""Language model queries that are shared by all agents."""
