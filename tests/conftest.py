"""What all tests share: no test fails because the machine is busy."""

from hypothesis import settings

settings.register_profile("whoknows", deadline=None)
settings.load_profile("whoknows")
