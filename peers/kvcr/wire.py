"""The byte-copy fabric's frames and metadata, version 1, as bytes and back.

A frame is: length u32 (of what follows) | type u8 | request u64 | body. All integers are big-endian.
`kvproof.mocknixl.wire` is the other reading of the same tables; neither is derived from the other.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeVar

VERSION: Final = 1
HELLO_MAGIC: Final = b"KVPN"
METADATA_MAGIC: Final = b"kvpnixl1"
INCARNATION_BYTES: Final = 16
MAX_REGIONS: Final = 65_536
MAX_PIECE_BYTES: Final = 1 << 20
MIN_LENGTH: Final = 9
MAX_LENGTH: Final = MAX_PIECE_BYTES + 64
MAX_U64: Final = (1 << 64) - 1

_Numbers = TypeVar("_Numbers", bound=IntEnum)
_HEAD = struct.Struct(">IBQ")
_LENGTH = struct.Struct(">I")
_TEXT_LENGTH = struct.Struct(">H")
_REGION = struct.Struct(">BQQQ")
_PLACE = struct.Struct(">BQQI")
_DATA = struct.Struct(">QI")


class FrameType(IntEnum):
    HELLO = 1
    WELCOME = 2
    GOODBYE = 3
    WRITE = 4
    READ = 5
    DATA = 6
    SYNC = 7
    DONE = 8
    FAILED = 9
    NOTIFY = 10


class Reason(IntEnum):
    """Why an owner says GOODBYE."""

    NOT_THAT_AGENT = 1
    NOT_THAT_INCARNATION = 2
    VERSION = 3
    MALFORMED = 4
    CLOSING = 5


class Category(IntEnum):
    """Why a request FAILED."""

    NOT_FOUND = 1
    BACKEND = 2


class Kind(IntEnum):
    """Memory kinds; their names are NIXL's."""

    DRAM = 0
    VRAM = 1


class Malformed(Exception):
    """Bytes that are no frame, or no metadata, of this version."""


@dataclass(frozen=True, slots=True)
class Region:
    """A run of bytes of one kind on one device."""

    kind: Kind
    device: int
    address: int
    size: int

    def holds(self, other: Region) -> bool:
        return (
            self.kind == other.kind
            and self.device == other.device
            and self.address <= other.address
            and other.address + other.size <= self.address + self.size
        )

    def overlaps(self, other: Region) -> bool:
        return (
            self.kind == other.kind
            and self.device == other.device
            and self.address < other.address + other.size
            and other.address < self.address + self.size
        )

    def piece(self, offset: int, size: int) -> Region:
        return Region(self.kind, self.device, self.address + offset, size)


@dataclass(frozen=True, slots=True)
class Metadata:
    """What an agent tells others about itself: where it listens and what it has registered."""

    name: str
    incarnation: bytes
    host: str
    port: int
    regions: tuple[Region, ...]

    def encode(self) -> bytes:
        parts = [METADATA_MAGIC, _text(self.name), self.incarnation, _text(self.host)]
        parts.append(struct.pack(">HI", self.port, len(self.regions)))
        parts += [_REGION.pack(r.kind, r.device, r.address, r.size) for r in self.regions]
        return b"".join(parts)

    @staticmethod
    def decode(blob: bytes) -> Metadata:
        reader = Reader(blob)
        if reader.take(len(METADATA_MAGIC)) != METADATA_MAGIC:
            raise Malformed("junk metadata: it does not begin with kvpnixl1")
        name = reader.name()
        incarnation = reader.take(INCARNATION_BYTES)
        host = reader.text()
        port, count = reader.unpack(struct.Struct(">HI"))
        if not host or not port or count > MAX_REGIONS:
            raise Malformed(f"junk metadata: host {host!r}, port {port}, {count} regions")
        regions = tuple(reader.region(_REGION) for _ in range(count))
        reader.end()
        return Metadata(name, incarnation, host, port, regions)


@dataclass(frozen=True, slots=True)
class Hello:
    version: int
    opener: str
    opener_incarnation: bytes
    wanted: str
    wanted_incarnation: bytes


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame; the body is a view that the next read from the connection overwrites."""

    type: FrameType
    request: int
    body: memoryview


class Reader:
    """Takes fields off a run of bytes; whatever is missing or left over is Malformed."""

    def __init__(self, content: bytes | memoryview) -> None:
        self._content = memoryview(content)
        self._position = 0

    def view(self, size: int) -> memoryview:
        end = self._position + size
        if end > len(self._content):
            raise Malformed(f"{len(self._content)} bytes end before a field of {size}")
        taken = self._content[self._position : end]
        self._position = end
        return taken

    def take(self, size: int) -> bytes:
        return bytes(self.view(size))

    def unpack(self, fields: struct.Struct) -> tuple[int, ...]:
        return fields.unpack(self.view(fields.size))

    def text(self) -> str:
        (size,) = self.unpack(_TEXT_LENGTH)
        try:
            return self.take(size).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Malformed(f"text that is not UTF-8: {error}") from error

    def name(self) -> str:
        name = self.text()
        if not 1 <= len(name.encode("utf-8")) <= 255:
            raise Malformed(f"an agent name of 1 to 255 bytes, not {name!r}")
        return name

    def region(self, fields: struct.Struct) -> Region:
        kind, device, address, size = self.unpack(fields)
        return Region(_known(Kind, kind), device, address, size)

    def end(self) -> None:
        left = len(self._content) - self._position
        if left:
            raise Malformed(f"{left} bytes follow the last field")


def frame(kind: FrameType, request: int = 0, *body: bytes) -> bytes:
    size = sum(map(len, body))
    return b"".join((_HEAD.pack(MIN_LENGTH + size, kind, request), *body))


def hello(hello: Hello) -> bytes:
    return frame(
        FrameType.HELLO,
        0,
        HELLO_MAGIC,
        struct.pack(">H", hello.version),
        _text(hello.opener),
        hello.opener_incarnation,
        _text(hello.wanted),
        hello.wanted_incarnation,
    )


def goodbye(reason: Reason, text: str) -> bytes:
    return frame(FrameType.GOODBYE, 0, bytes([reason]), _text(text))


def write(request: int, place: Region, content: bytes) -> bytes:
    return frame(FrameType.WRITE, request, _place(place), content)


def read(request: int, place: Region) -> bytes:
    return frame(FrameType.READ, request, _place(place))


def data(request: int, address: int, content: bytes) -> bytes:
    return frame(FrameType.DATA, request, _DATA.pack(address, len(content)), content)


def failed(request: int, category: Category, text: str) -> bytes:
    return frame(FrameType.FAILED, request, bytes([category]), _text(text))


def notify(request: int, payload: bytes) -> bytes:
    return frame(FrameType.NOTIFY, request, _LENGTH.pack(len(payload)), payload)


def parse_hello(body: memoryview) -> Hello:
    reader = Reader(body)
    if reader.take(len(HELLO_MAGIC)) != HELLO_MAGIC:
        raise Malformed("a HELLO that does not begin with KVPN")
    (version,) = reader.unpack(_TEXT_LENGTH)
    parsed = Hello(
        version,
        reader.name(),
        reader.take(INCARNATION_BYTES),
        reader.name(),
        reader.take(INCARNATION_BYTES),
    )
    reader.end()
    return parsed


def parse_coded_text(body: memoryview) -> tuple[int, str]:
    """The body of GOODBYE and of FAILED: a number and a text."""
    reader = Reader(body)
    code = reader.take(1)[0]
    text = reader.text()
    reader.end()
    return code, text


def parse_write(body: memoryview) -> tuple[Region, memoryview]:
    reader = Reader(body)
    place = _piece(reader)
    content = reader.view(place.size)
    reader.end()
    return place, content


def parse_read(body: memoryview) -> Region:
    reader = Reader(body)
    place = _piece(reader)
    reader.end()
    return place


def parse_data(body: memoryview) -> tuple[int, memoryview]:
    reader = Reader(body)
    address, size = reader.unpack(_DATA)
    content = reader.view(size)
    reader.end()
    return address, content


def parse_notify(body: memoryview) -> bytes:
    reader = Reader(body)
    (size,) = reader.unpack(_LENGTH)
    if size > MAX_PIECE_BYTES:
        raise Malformed(f"a notification of {size} bytes; {MAX_PIECE_BYTES} at most")
    payload = reader.take(size)
    reader.end()
    return payload


def parse_empty(body: memoryview) -> None:
    Reader(body).end()


class FrameReader:
    """Cuts a connection's bytes into frames, in one buffer that two of the longest fit into."""

    def __init__(self) -> None:
        self._buffer = memoryview(bytearray(2 * (_LENGTH.size + MAX_LENGTH)))
        self._start = 0
        self._end = 0

    def space(self) -> memoryview:
        """Where the next bytes go; frames handed out before are gone."""
        if self._start == self._end:
            self._start = self._end = 0
        elif self._start > len(self._buffer) // 2:
            rest = bytes(self._buffer[self._start : self._end])
            self._buffer[: len(rest)] = rest
            self._start, self._end = 0, len(rest)
        return self._buffer[self._end :]

    def filled(self, size: int) -> None:
        self._end += size

    def next(self) -> Frame | None:
        """The next whole frame, or None until more bytes have come."""
        held = self._end - self._start
        if held < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer, self._start)
        if not MIN_LENGTH <= length <= MAX_LENGTH:
            raise Malformed(f"a frame of {length} bytes; {MIN_LENGTH} to {MAX_LENGTH} are allowed")
        if held < _LENGTH.size + length:
            return None
        _, kind, request = _HEAD.unpack_from(self._buffer, self._start)
        known = _known(FrameType, kind)
        body = self._buffer[self._start + _HEAD.size : self._start + _LENGTH.size + length]
        self._start += _LENGTH.size + length
        return Frame(known, request, body)


def pieces(local: Sequence[Region], remote: Sequence[Region]) -> Iterator[tuple[Region, Region]]:
    """Pairs of equal size, at most 1 MiB each, ascending within each pair of descriptors."""
    for here, there in zip(local, remote, strict=True):
        for offset in range(0, here.size, MAX_PIECE_BYTES):
            size = min(MAX_PIECE_BYTES, here.size - offset)
            yield here.piece(offset, size), there.piece(offset, size)


def _known(numbers: type[_Numbers], number: int) -> _Numbers:
    try:
        return numbers(number)
    except ValueError as error:
        known = ", ".join(f"{each.value} {each.name}" for each in numbers)
        raise Malformed(f"{numbers.__name__} {number}; known are {known}") from error


def _piece(reader: Reader) -> Region:
    place = reader.region(_PLACE)
    if not 1 <= place.size <= MAX_PIECE_BYTES:
        raise Malformed(f"a piece of {place.size} bytes; 1 to {MAX_PIECE_BYTES} are allowed")
    return place


def _place(place: Region) -> bytes:
    return _PLACE.pack(place.kind, place.device, place.address, place.size)


def _text(text: str) -> bytes:
    encoded = text.encode("utf-8")
    return _TEXT_LENGTH.pack(len(encoded)) + encoded
