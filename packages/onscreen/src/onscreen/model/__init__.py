"""Language models, local and remote, behind one common interface."""
