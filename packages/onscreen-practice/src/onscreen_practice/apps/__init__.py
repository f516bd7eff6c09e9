"""Suite `apps`: tasks in real web applications that a command installs from public packages."""
