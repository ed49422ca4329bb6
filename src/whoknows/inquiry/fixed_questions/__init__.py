"""Questions that are all fixed before the first answer."""
