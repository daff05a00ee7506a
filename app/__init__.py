"""Vivarium Table: a session tracker for Machina Arcana: Vivarium, shared by the phones around one table."""

__version__ = "0.1.0"
