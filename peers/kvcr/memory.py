"""Registered memory, by address: the only bytes of this process that a fabric may touch."""

from __future__ import annotations

import ctypes

from wire import Region


class NotRegistered(Exception):
    """A range that does not lie inside one registered region."""


class RegisteredMemory:
    """What one agent registered. Not safe for threads: the agent's lock guards it."""

    def __init__(self) -> None:
        self._regions: list[Region] = []

    @property
    def regions(self) -> tuple[Region, ...]:
        return tuple(self._regions)

    def register(self, region: Region) -> None:
        """Refuses what overlaps a region: which of the two would a deregistration free?"""
        if region.size < 1 or region.address < 1 or region.address + region.size > 1 << 64:
            raise ValueError(f"no memory: {region}")
        for held in self._regions:
            if held.overlaps(region):
                raise ValueError(f"{region} overlaps {held}, which is registered")
        self._regions.append(region)

    def deregister(self, region: Region) -> None:
        if region not in self._regions:
            raise NotRegistered(f"{region} is not registered")
        self._regions.remove(region)

    def check(self, piece: Region) -> None:
        if not any(region.holds(piece) for region in self._regions):
            raise NotRegistered(f"{piece} is not inside registered memory")

    def load(self, piece: Region) -> bytes:
        self.check(piece)
        return ctypes.string_at(piece.address, piece.size)

    def store(self, piece: Region, content: bytes | memoryview) -> None:
        self.check(piece)
        if len(content) != piece.size:
            raise ValueError(f"{len(content)} bytes for {piece}")
        ctypes.memmove(piece.address, _address_of(content), piece.size)

    def copy(self, target: Region, source: Region) -> None:
        """Both must be this process's own; they may overlap."""
        self.check(target)
        self.check(source)
        ctypes.memmove(target.address, source.address, source.size)


def _address_of(content: bytes | memoryview) -> int | bytes:
    if isinstance(content, bytes):
        return content
    return ctypes.addressof(ctypes.c_char.from_buffer(content))
