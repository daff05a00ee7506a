"""Measurements of this server, run by `make bench`: ratios within one run, because machines differ."""
