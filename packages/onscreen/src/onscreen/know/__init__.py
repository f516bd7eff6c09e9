"""What was learned about applications: maps of screens, the effects of actions, notes."""
