"""Starts `node.py` processes and asks them things; every wait is bounded."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
START_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 120.0


class Process:
    """A Python program of this folder that answers each line with one line of JSON."""

    def __init__(self, script: str, options: dict[str, Any]) -> None:
        self._name = f"{script} {options}"
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
                raise TimeoutError(f"no answer in {seconds} s from {self._name}")
            received = os.read(self._process.stdout.fileno(), 1 << 16)
            if not received:
                raise EOFError(f"ended without an answer: {self._name}")
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
        result: dict[str, Any] | None = self(
            "wait", operation=operation["operation"], seconds=seconds
        )["result"]
        if result is None:
            raise TimeoutError(f"operation {operation} did not end in {seconds} s")
        return result

    def holds(self, numbers: Iterable[int], first_element: int = 0) -> None:
        """Fills framework elements and deposits them: the node's own slots hold the blocks."""
        self.take(self.fills(numbers, first_element))

    def fills(self, numbers: Iterable[int], first_element: int = 0) -> dict[str, Any]:
        """The right bytes into framework elements, from that one on; says what lies where."""
        places = {}
        for element, number in enumerate(numbers, first_element):
            self("fill", block=block(number), element=element)
            places[block(number)] = [["", element]]
        return places

    def take(self, places: dict[str, Any]) -> None:
        result = self.wait(self("deposit", blocks=places))
        refused = [name for name, entry in result.items() if entry["status"] != "SUCCESS"]
        if refused:
            raise RuntimeError(f"deposit of {refused} failed")


def block(number: int) -> str:
    return f"{number % (1 << 64):016x}"
