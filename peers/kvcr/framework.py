"""The inference framework as KVCR sees it: its memory, the blocks in it, and their pins."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Collection
from dataclasses import dataclass, field

import agents  # noqa: F401  before KVCR
from kvcr.types import BlockKey, MemoryRef, PinRequestId, PinResult, RegionDescriptor

KEY_BYTES = 8


def key_of(block: str) -> BlockKey:
    """A block is named by its hash in hex; its key is the hash in 8 bytes, big-endian."""
    return BlockKey(int(block, 16).to_bytes(KEY_BYTES, "big"))


def block_of(key: bytes) -> str:
    return key.hex()


class HashIsKey:
    """The key adapter: the router's hash of a key is the key itself."""

    def encode(self, framework_key: object) -> BlockKey:
        return BlockKey(int(str(framework_key)).to_bytes(KEY_BYTES, "big"))

    def decode(self, key: BlockKey) -> int:
        return int.from_bytes(key, "big")


class Pool:
    """Elements of one size in memory of this process that never moves."""

    def __init__(self, label: str, element_bytes: int, count: int) -> None:
        self.label = label
        self.element_bytes = element_bytes
        self.count = count
        self._memory = mmap.mmap(-1, element_bytes * count)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))

    @property
    def size_bytes(self) -> int:
        return self.element_bytes * self.count

    def region(self) -> RegionDescriptor:
        return RegionDescriptor(
            addr=self.address, size=self.element_bytes, count=self.count, label=self.label
        )

    def read(self, element: int) -> bytes:
        start = self._start(element)
        return self._memory[start : start + self.element_bytes]

    def write(self, element: int, content: bytes) -> None:
        start = self._start(element)
        if len(content) != self.element_bytes:
            raise ValueError(f"{len(content)} bytes for an element of {self.element_bytes}")
        self._memory[start : start + self.element_bytes] = content

    def _start(self, element: int) -> int:
        if not 0 <= element < self.count:
            raise ValueError(f"no element {element}; {self.label!r} has {self.count}")
        return element * self.element_bytes


@dataclass
class Pins:
    """Answers KVCR's requests to pin blocks that the framework holds. `silent` answers none."""

    agent_name: str
    held: dict[BlockKey, list[tuple[str, int]]] = field(default_factory=dict)
    pinned: dict[str, list[str]] = field(default_factory=dict)
    requested: list[list[str]] = field(default_factory=list)
    silent: bool = False
    _answers: list[tuple[PinRequestId, PinResult]] = field(default_factory=list)

    def request(self, keys: Collection[BlockKey]) -> PinRequestId:
        self.requested.append([block_of(key) for key in keys])
        request = PinRequestId(len(self.requested))
        if self.silent:
            return request
        found = [key for key in keys if key in self.held]
        if not found:
            self._answers.append((request, None))
            return request
        handle = f"pin-{request}"
        self.pinned[handle] = [block_of(key) for key in found]
        refs = {key: self.refs(self.held[key]) if key in self.held else None for key in keys}
        self._answers.append((request, (handle, refs)))
        return request

    def answers(self) -> list[tuple[PinRequestId, PinResult]]:
        answers, self._answers = self._answers, []
        return answers

    def release(self, handle: str) -> bool:
        self.pinned.pop(handle, None)
        return True

    def cancel(self, request: PinRequestId) -> None:
        """A request that is silent is never answered anyway."""

    def refs(self, places: Collection[tuple[str, int]]) -> list[MemoryRef]:
        return [
            MemoryRef(end_point_name=self.agent_name, label=label, element_index=element)
            for label, element in places
        ]
