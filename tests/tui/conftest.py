import pytest

from whoknows.store import open_store


@pytest.fixture
def store(tmp_path):
    with open_store(str(tmp_path / "games.db")) as store:
        yield store
