"""Stop signals: functions that inspect an episode and decide whether to end the run."""
