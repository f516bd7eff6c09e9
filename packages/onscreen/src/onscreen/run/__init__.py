"""Execution of single tasks and of benchmark suites."""
