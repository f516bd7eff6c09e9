"""The suite `sites`: tasks on the practice sites, with their checks and oracles."""
