"""The bytes that a block must have: a function of its hash, the same as kvproof's `BlockContent`.

Word i of block h is mix(h + i * STEP), little-endian, where mix is the finalizer of SplitMix64. mix
is a bijection, so a word gives back the only block that has it at its position: wrong bytes name
the block they come from.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

WORD_BYTES: Final = 8
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR: Final = np.uint64(0x94D049BB133111EB)
_FIRST_INVERSE: Final = np.uint64(pow(0xBF58476D1CE4E5B9, -1, 1 << 64))
_SECOND_INVERSE: Final = np.uint64(pow(0x94D049BB133111EB, -1, 1 << 64))

Words = NDArray[np.uint64]


def content(block: int, size_bytes: int, offset_bytes: int = 0) -> bytes:
    """That many bytes of the block from the offset on; both are multiples of 8."""
    return _mix(_states(block, size_bytes, offset_bytes)).astype("<u8").tobytes()


def judge(block: int, actual: bytes, offset_bytes: int = 0) -> str:
    """`right`, `block H` if all bytes are another block's, else where and how much is wrong."""
    words = np.frombuffer(actual, dtype="<u8").astype(np.uint64)
    wrong = np.flatnonzero(words != _mix(_states(block, len(actual), offset_bytes)))
    if not wrong.size:
        return "right"
    owners = _owners(words, offset_bytes)
    if wrong.size == words.size > 1 and (owners == owners[0]).all():
        return f"block {int(owners[0])}"
    first = int(wrong[0]) * WORD_BYTES
    return (
        f"wrong from byte {offset_bytes + first}, {wrong.size * WORD_BYTES} of {len(actual)} bytes"
    )


def _states(block: int, size_bytes: int, offset_bytes: int) -> Words:
    if size_bytes < WORD_BYTES or size_bytes % WORD_BYTES or offset_bytes % WORD_BYTES:
        raise ValueError(f"{size_bytes} bytes at {offset_bytes}: both are multiples of 8")
    first = offset_bytes // WORD_BYTES
    return _products(first, size_bytes // WORD_BYTES) + np.uint64(block % (1 << 64))


def _products(first: int, count: int) -> Words:
    return np.arange(first, first + count, dtype=np.uint64) * _STEP


def _owners(words: Words, offset_bytes: int) -> Words:
    return _unmix(words) - _products(offset_bytes // WORD_BYTES, words.size)


def _mix(states: Words) -> Words:
    z = (states ^ (states >> np.uint64(30))) * _FIRST_FACTOR
    z = (z ^ (z >> np.uint64(27))) * _SECOND_FACTOR
    return z ^ (z >> np.uint64(31))


def _unmix(words: Words) -> Words:
    z = _undo_shift(words, 31) * _SECOND_INVERSE
    z = _undo_shift(z, 27) * _FIRST_INVERSE
    return _undo_shift(z, 30)


def _undo_shift(z: Words, bits: int) -> Words:
    """The x with x ^ (x >> bits) == z, for shifts of at least 22 bits."""
    return z ^ (z >> np.uint64(bits)) ^ (z >> np.uint64(2 * bits))
