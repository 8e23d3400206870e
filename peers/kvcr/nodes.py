"""Starts `node.py` processes and asks them things; every wait is bounded."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
START_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 120.0


class Process:
    """A Python program of this folder that answers each line with one line of JSON."""

    def __init__(self, script: str, options: dict[str, Any]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / script), json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._pending = b""
        self.ready = self._line(START_SECONDS)

    @property
    def pid(self) -> int:
        return self._process.pid

    def __call__(self, do: str, **arguments: Any) -> Any:
        """The answer; an answer with an error in it is raised."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **arguments}).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._line(ANSWER_SECONDS)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def kill(self) -> None:
        """Ends it as a crash does."""
        self._process.kill()
        self._process.wait(10)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def _line(self, seconds: float) -> Any:
        assert self._process.stdout is not None
        end = time.monotonic() + seconds
        while b"\n" not in self._pending:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                raise TimeoutError(f"no answer in {seconds} s from {self._process.args}")
            received = os.read(self._process.stdout.fileno(), 1 << 16)
            if not received:
                raise EOFError(f"ended without an answer: {self._process.args}")
            self._pending += received
        line, self._pending = self._pending.split(b"\n", 1)
        return json.loads(line)


class KvcrNode(Process):
    def __init__(self, name: str, block_bytes: int, **options: Any) -> None:
        super().__init__("node.py", {"name": name, "block_bytes": block_bytes, **options})
        self.endpoint: str = self.ready["endpoint"]

    @property
    def port(self) -> int:
        return int(self.endpoint.rpartition(":")[2])

    def wait(self, operation: dict[str, Any], seconds: float = 60) -> dict[str, Any]:
        result = self("wait", operation=operation["operation"], seconds=seconds)["result"]
        if result is None:
            raise TimeoutError(f"operation {operation} did not end in {seconds} s")
        return result


def block(number: int) -> str:
    return f"{number % (1 << 64):016x}"
