"""Language models and other models behind one port: Prompt -> Reply."""
