"""One real KVCR service, driven by JSON lines on standard input and answering on standard output.

    node.py '{"name": "source", "block_bytes": 4096}'

The first line it prints is {"ready": true, "endpoint": ..., "pid": ...}; then each command gets one
line, with "error" in it if it went wrong. It ends with its input. Blocks are named by their hash in
hex; memory is "framework" or "owned" (KVCR's own slots).

Options beside name and block_bytes: port (0, any), elements (framework, 16), slots (owned, 16; 0 for
none), parts (names, for blocks of several parts), operation_ms, abandon_ms, eager.
"""

from __future__ import annotations

import base64
import json
import logging
import os
import select
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TextIO

import agents  # noqa: F401  before KVCR

import kvcr.progress
import msgspec
from kvcr.api import KVCR, KVCRBindings
from kvcr.config import KVCRBackendConfigs, KVCRConfig, LocalDramOptions, RemoteFWDramOptions
from kvcr.types import BlockKey, MemoryRef

import blocks
from framework import HashIsKey, Pins, Pool, block_of, key_of
from recording import RecordingControl, Trace, recording_agent

POLL_SECONDS: Final = 0.001
Answer = dict[str, Any]
Command = dict[str, Any]


@dataclass(frozen=True)
class Options:
    name: str
    block_bytes: int
    port: int = 0
    elements: int = 16
    slots: int = 16
    parts: tuple[str, ...] = ()
    operation_ms: int = 20_000
    abandon_ms: int = 60_000
    eager: bool = True

    @property
    def labels(self) -> list[str]:
        return [f":{part}" for part in self.parts] or [""]


class Node:
    """The service, the framework's memory around it, and one method a command (`do_...`)."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._trace = Trace()
        self._events: list[str] = []
        self._inventory: list[Any] = []
        self._results: dict[int, Answer] = {}
        self._framework = {
            label: Pool(label, options.block_bytes, options.elements) for label in options.labels
        }
        self._owned = Pool("", options.block_bytes, options.slots) if options.slots else None
        self._pins = Pins(options.name)
        self._control = RecordingControl(options.port, self._trace)
        kvcr.progress.nixl_agent = recording_agent(self._trace)
        self._kvcr = KVCR(self._config(), self._bindings(), self._backends())

    def _config(self) -> KVCRConfig:
        return KVCRConfig(
            nixl_agent_name=self._options.name,
            pool_layouts=[("", self._options.block_bytes)],
            nixl_listen_port=0,
            operation_timeout_ms=self._options.operation_ms,
            abandon_timeout_ms=self._options.abandon_ms,
        )

    def _bindings(self) -> KVCRBindings:
        return KVCRBindings(
            request_pin=self._pins.request,
            poll_pin_results=self._pins.answers,
            release_pin=self._pins.release,
            cancel_pin_request=self._pins.cancel,
            framework_control=self._control,
            key_adapter=HashIsKey(),
            inventory_sink=lambda event: self._inventory.append(
                [[block_of(key) for key in event.keys], event.tier.value, event.removed]
            ),
            on_resilience_event=lambda event: self._events.append(str(event)),
        )

    def _backends(self) -> KVCRBackendConfigs:
        owned = self._owned
        return KVCRBackendConfigs(
            framework_regions=[pool.region() for pool in self._framework.values()],
            local_dram=LocalDramOptions([("", owned.address, owned.size_bytes)]) if owned else None,
            remote_fw_dram=RemoteFWDramOptions(eager_ctrl_connect=self._options.eager),
        )

    def ready(self) -> Answer:
        return {"ready": True, "endpoint": self._control.endpoint, "pid": os.getpid()}

    def poll(self) -> None:
        for operation, result in self._kvcr.poll_completed():
            self._results[operation] = {
                block_of(key): {
                    "status": entry.status.value,
                    "release": entry.release_handle,
                    "places": [[ref.label, ref.element_index] for ref in entry.descriptors or ()],
                }
                for key, entry in result.items()
            }

    def answer(self, command: Command) -> Answer:
        do = getattr(self, f"do_{command.pop('do')}")
        return do(**command) or {}

    def _until(self, seconds: float) -> Iterator[None]:
        """Polls the service, as a framework's main loop does, until the time is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.poll()
            yield
            time.sleep(POLL_SECONDS)

    # Memory and the framework's blocks.

    def do_fill(self, block: str, element: int, label: str = "", offset: int = 0) -> None:
        """The block's bytes from the offset on, into one framework element."""
        content = blocks.content(int(block, 16), self._options.block_bytes, offset)
        self._framework[label].write(element, content)

    def do_read(self, memory: str, element: int, label: str = "") -> Answer:
        return {"base64": base64.b64encode(self._read(memory, element, label)).decode("ascii")}

    def do_judge(
        self, memory: str, element: int, block: str, label: str = "", offset: int = 0
    ) -> Answer:
        actual = self._read(memory, element, label)
        return {"finding": blocks.judge(int(block, 16), actual, offset)}

    def do_own(self, block: str, places: list[tuple[str, int]]) -> None:
        """The framework holds the block there, until `disown`."""
        self._pins.held[key_of(block)] = [(label, element) for label, element in places]

    def do_disown(self, block: str) -> None:
        del self._pins.held[key_of(block)]

    def do_pins(self, silent: bool | None = None) -> Answer:
        if silent is not None:
            self._pins.silent = silent
        return {"requested": self._pins.requested, "pinned": self._pins.pinned}

    # The service's own calls.

    def do_deposit(
        self, blocks: dict[str, list[tuple[str, int]]], no_evict: bool = False
    ) -> Answer:
        return {"operation": self._kvcr.deposit(self._placed(blocks), no_evict=no_evict)}

    def do_hint(self, source: str, blocks: list[str], request: str) -> None:
        payload = {
            "source_control_endpoint": source,
            "block_hashes": [int(block, 16) for block in blocks],
            "mode": "copy",
        }
        action = {"action_type": "kv.fetch", "action_version": "1.0", "payload": payload}
        self._kvcr.submit_hint({"protocol_version": "0.1", "actions": [action]}, request)

    def do_raw_hint(self, hint: Any, request: str) -> None:
        self._kvcr.submit_hint(hint, request)

    def do_discard(self, request: str) -> None:
        self._kvcr.discard_hint(request)

    def do_query(self, blocks: list[str], request: str) -> Answer:
        found = self._kvcr.query([key_of(block) for block in blocks], request)
        return {"found": [[status.value, tier.value if tier else None] for status, tier in found]}

    def do_fetch(self, blocks: list[str], request: str, layout: list[str] | None = None) -> Answer:
        keys = [key_of(block) for block in blocks]
        return {"operation": self._kvcr.fetch(keys, request, layout)}

    def do_deliver(self, blocks: dict[str, list[tuple[str, int]]], request: str) -> Answer:
        return {"operation": self._kvcr.deliver(self._placed(blocks), request)}

    def do_wait(self, operation: int, seconds: float = 60) -> Answer:
        """The operation's result by block; "result" is null if it did not end in time."""
        for _ in self._until(seconds):
            if operation in self._results:
                break
        return {"result": self._results.pop(operation, None)}

    def do_release(self, handles: list[int]) -> Answer:
        return {"released": [done for _, done in self._kvcr.release(handles)]}

    # What shows from outside, and what goes wrong on purpose.

    def do_trace(self) -> Answer:
        return {"trace": self._trace.take()}

    def do_decode(self, control: str) -> Answer:
        """How this side's msgpack reads a frame, bytes as hex: for comparing readings."""
        return {
            "frame": msgspec.to_builtins(_hexed(msgspec.msgpack.decode(bytes.fromhex(control))))
        }

    def do_events(self) -> Answer:
        events, self._events = self._events, []
        inventory, self._inventory = self._inventory, []
        return {"events": events, "inventory": inventory}

    def do_lose(self, types: list[str]) -> None:
        """Control frames of these types are lost from now on."""
        self._control.lost_types = frozenset(types)

    def do_deregister(self) -> None:
        """Takes this node's memory from the fabric behind KVCR's back: later writes fail."""
        agent = self._kvcr._core._progress.nixl_agent
        agent.deregister_memory(agent.registered_regions)

    def do_state(self) -> Answer:
        core = self._kvcr._core
        remote = core._remote_fw_dram
        return {
            "incarnation": remote._dangling_ops.incarnation,
            "acknowledged": sorted(remote._metadata_acked_sources),
            "operations": {
                str(key): getattr(getattr(operation, "state", None), "name", None)
                for key, operation in list(core._progress._in_flight_ops.items())
            },
            "peers": sorted(remote._remote_agents_by_target),
            "outstanding": core._outstanding_operations,
            "hints": {
                request: {
                    "source": hint.source,
                    "failed": hint.failed,
                    "missing": sorted(block_of(key) for key in hint.missing_keys),
                }
                for request, hint in remote._request_hints.items()
            },
        }

    def do_close(self) -> None:
        self._kvcr.close()

    def _placed(self, placed: dict[str, list[tuple[str, int]]]) -> dict[BlockKey, list[MemoryRef]]:
        return {key_of(block): self._pins.refs(places) for block, places in placed.items()}

    def _read(self, memory: str, element: int, label: str) -> bytes:
        pool = self._owned if memory == "owned" else self._framework[label]
        if pool is None:
            raise ValueError("this node owns no slots")
        return pool.read(element)


def _hexed(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: _hexed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_hexed(each) for each in value]
    return value


def _lines(node: Node) -> Iterator[str]:
    """Whole lines of standard input; the service is polled while none has come."""
    pending = b""
    while True:
        node.poll()
        if not select.select([sys.stdin], [], [], POLL_SECONDS)[0]:
            continue
        received = os.read(sys.stdin.fileno(), 1 << 16)
        if not received:
            return
        *whole, pending = (pending + received).split(b"\n")
        yield from (line.decode("utf-8") for line in whole if line.strip())


def _own_output() -> TextIO:
    """Standard output for answers alone: what libraries print there goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _print(answer: Answer, answers: TextIO) -> None:
    print(json.dumps(answer), file=answers, flush=True)


def main() -> None:
    arguments = json.loads(sys.argv[1])
    logging.basicConfig(
        stream=sys.stderr,
        level=os.environ.get("KVPROOF_LOG", "WARNING"),
        format=arguments["name"] + " %(levelname)s %(message)s",
    )
    answers = _own_output()
    node = Node(Options(**arguments))
    _print(node.ready(), answers)
    for line in _lines(node):
        try:
            _print(node.answer(json.loads(line)), answers)
        except Exception as error:
            _print({"error": f"{type(error).__name__}: {error}"}, answers)
    # KVCR keeps memory registered while an operation may still write: only the end of the
    # process is certain to end it.
    os._exit(0)


if __name__ == "__main__":
    main()
