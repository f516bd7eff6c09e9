"""Knowledge about applications: maps of screens, effects of actions, and notes."""
