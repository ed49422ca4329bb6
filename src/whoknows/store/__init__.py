"""The database: rows of experiments, rooms and their moves; a file, or a server by URL."""

from whoknows.store.database import Store, default_url, open_store

__all__ = ["Store", "default_url", "open_store"]
