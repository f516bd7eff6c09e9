"""The arrows that go through a model, shared by all agents."""
