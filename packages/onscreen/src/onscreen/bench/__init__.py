"""Benchmark suites of tasks."""
