"""Episodes on disk, crash-safe."""
