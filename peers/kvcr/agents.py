"""The agent that KVCR is given: the byte-copy one, or, with KVPROOF_AGENT=nixl, the real NIXL's.

Import this before anything of KVCR: it decides what KVCR's `from nixl import nixl_agent` finds.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final

IS_NIXL: Final = os.environ.get("KVPROOF_AGENT") == "nixl"
PROGRESS_MICROS: Final = 1000


def _let_progress_thread_sleep() -> None:
    """The Python interface asks for a progress thread that spins; each idle agent would cost a core."""
    import nixl

    base = nixl._bindings.nixlAgentConfig
    delay = base.__dict__["pthrDelay"]

    class PatientConfig(base):  # type: ignore[misc, valid-type]
        @property
        def pthrDelay(self) -> Any:  # noqa: N802
            return delay.__get__(self)

        @pthrDelay.setter
        def pthrDelay(self, micros: int) -> None:  # noqa: N802
            delay.__set__(self, max(micros, PROGRESS_MICROS))

    nixl._bindings.nixlAgentConfig = PatientConfig


if IS_NIXL:
    os.environ.setdefault("UCX_NET_DEVICES", "lo")
    _let_progress_thread_sleep()
else:
    sys.path.insert(0, str(Path(__file__).resolve().parent / "stand_in"))

from nixl import nixl_agent  # noqa: E402

__all__ = ["IS_NIXL", "nixl_agent"]
