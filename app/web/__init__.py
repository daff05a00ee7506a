"""The web: pages, JSON and streams over the service. Thin: no rule and no transaction stands here."""
