"""Stop signals: functions Episode -> Stop or None that end a run."""
