"""numba, without what lies in the current folder.

Where PyYAML is installed numba reads `.numba_config.yaml` from the current folder, at its import and at every compilation:
beside a puzzle from a stranger it could say from where compiled code is loaded. Settings come from the environment alone.
"""

from __future__ import annotations

import os
import sys
import warnings
from functools import cache
from types import ModuleType


@cache
def load_numba() -> ModuleType:
    """Call this before anything else of numba is imported."""
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")  # it colours messages before anyone wants them
    missing = object()
    yaml = sys.modules.get("yaml", missing)
    sys.modules["yaml"] = None  # type: ignore[assignment]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "a config file is found but YAML parsing appears to be missing"
            import numba
    finally:
        if yaml is missing:
            del sys.modules["yaml"]
        else:
            sys.modules["yaml"] = yaml  # type: ignore[assignment]
    numba.core.config._config_fname = ""
    return numba
