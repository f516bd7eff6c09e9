"""Contract kits anyone can inherit, and the fakes they are tried on."""
