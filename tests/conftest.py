"""What all tests share: no test fails because the machine is busy, none uses your data."""

import os

import pytest
from hypothesis import settings

settings.register_profile("whoknows", deadline=None)
settings.load_profile("whoknows")


@pytest.fixture(scope="session", autouse=True)
def data_of_the_tests(tmp_path_factory):
    """A data folder that is not the user's."""
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))
    yield
    os.environ.pop("XDG_DATA_HOME")
    if before is not None:
        os.environ["XDG_DATA_HOME"] = before
