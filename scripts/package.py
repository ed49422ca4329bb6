"""What a package index shows: the README, with addresses that work away from the sources.

A release says where the sources are by the variable WHOKNOWS_REPOSITORY.  Then pictures and
pages of the README are those of the release's tag, and the package names its addresses.
Without the variable the README stays as it is.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Shown(MetadataHookInterface):
    """The fields `readme` and `urls` of the package."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the fields to what `pyproject.toml` says."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = {}
        if repository := os.environ.get("WHOKNOWS_REPOSITORY"):
            text = with_addresses(text, repository, tag := f"v{metadata['version']}")
            metadata["urls"] = addresses(repository, tag)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_addresses(text: str, repository: str, tag: str) -> str:
    """The text, its pictures and links to files made addresses in `repository` at `tag`."""

    def found(match: re.Match[str]) -> str:
        picture, label, file = match.groups()
        kind = "raw" if picture else "blob"
        return f"{picture}{label}({repository}/{kind}/{tag}/{file})"

    link = r"(!?)(\[[^]]*\])\((?!\w+:|#)([^)]+)\)"
    return re.sub(link, found, text)


def addresses(repository: str, tag: str) -> dict[str, str]:
    """The addresses of the project, by what one finds there."""
    return {
        "Source": repository,
        "Documentation": f"{repository}/blob/{tag}/docs/index.md",
        "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
