"""Android content providers of the simulated phone, implemented as SQL tables over its state."""
