"""Suite `androidworld`: the tasks of AndroidWorld whose applications the practice phone has."""
