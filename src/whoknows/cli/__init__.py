"""The command line, one command group a file."""

import os

# Help as plain text: it fits forty columns, and Rich takes longer to load than the rest.
os.environ.setdefault("TYPER_USE_RICH", "0")
