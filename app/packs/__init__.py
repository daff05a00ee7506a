"""Card packs: readable data files in, a `Book` for the rules out. The format: docs/packs.md."""

from .loader import builtin, load_pack, played, read_pack
from .problems import PackError, Problem
from .schema import Pack

__all__ = ["load_pack", "builtin", "played", "read_pack", "Pack", "PackError", "Problem"]
