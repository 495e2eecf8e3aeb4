"""Twelve Table: the portable package that runs on the table and on the laptop alike."""

__version__ = "0.1.0"
