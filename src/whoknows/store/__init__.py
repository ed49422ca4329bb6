"""The database: the rows of experiments, and saved games; a file, or a server by URL."""

from whoknows.store.database import Store, default_url, open_store

__all__ = ["Store", "default_url", "open_store"]
