"""What every test shares: no test touches the games of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A slow or busy machine is no failure; a failure prints how to see it again.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")


@pytest.fixture(autouse=True, scope="session")
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep games in a folder of this run, also in the processes that tests start."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TWELVE_DATA", str(folder))
        patch.delenv("TWELVE_HTTP", raising=False)
        yield folder
