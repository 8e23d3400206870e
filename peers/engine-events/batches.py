"""Event batches as vLLM and SGLang publish them, and the script that both ends of the test know."""

import msgspec


class Event(msgspec.Struct, array_like=True, tag=True):
    """Positional; the name of the class comes first."""


class BlockStored(Event):
    block_hashes: list[int]
    parent_block_hash: int | None
    token_ids: list[int | tuple[int, int]]
    block_size: int
    lora_id: int | None = None
    medium: str | None = None
    lora_name: str | dict[str, str] | None = None
    extra_keys: list[list[str] | None] | None = None


class BlockRemoved(Event):
    block_hashes: list[int]
    medium: str | None = None


class AllBlocksCleared(Event):
    pass


class EventBatch(msgspec.Struct, array_like=True):
    ts: float
    events: list[BlockStored | BlockRemoved | AllBlocksCleared]
    data_parallel_rank: int | None = None


SCRIPT = [
    EventBatch(1.5, [BlockStored([101, 102], None, list(range(1, 9)), 4, None, "GPU")]),
    EventBatch(2.5, [BlockStored([-123, 2**64 - 1], 102, list(range(9, 17)), 4)], 1),
    EventBatch(
        3.5,
        [
            BlockStored([301], 0, [7, 8, 9, 2**32 - 1], 4, None, "CPU", "adapter-é"),
            BlockRemoved([102], "GPU"),
        ],
        3,
    ),
    EventBatch(
        4.5,
        [
            BlockStored(
                [401, 402],
                None,
                [0] * 8,
                4,
                extra_keys=[["dynamo-cache-salt:tenant-a"], None],
            )
        ],
    ),
    EventBatch(
        5.5,
        [BlockStored([501], None, [1, 2, 3, 4], 4, lora_name={"cache_salt": "tenant-b"})],
    ),
    EventBatch(6.5, [BlockStored([601], None, [(10, 11), (11, 12)], 2)]),
    EventBatch(7.5, []),
    EventBatch(8.5, [AllBlocksCleared(), BlockRemoved([1, 2, 3])], 0),
]


def of_sequence(sequence):
    return SCRIPT[sequence % len(SCRIPT)]


def encode(batch):
    return msgspec.msgpack.encode(batch)


def decode(payload):
    return msgspec.msgpack.decode(payload, type=EventBatch)


def text(batch):
    """One line; hashes are unsigned, and what is absent is '-'."""
    rank = "-" if batch.data_parallel_rank is None else batch.data_parallel_rank
    return " | ".join([f"{batch.ts} rank {rank}"] + [event_text(e) for e in batch.events])


def event_text(event):
    match event:
        case BlockStored():
            tokens = " ".join(
                f"{token[0]}/{token[1]}" if isinstance(token, tuple) else str(token)
                for token in event.token_ids
            )
            return (
                f"stored {hashes(event.block_hashes)}"
                f" after {'-' if event.parent_block_hash is None else hashes([event.parent_block_hash])}"
                f" tokens {tokens} size {event.block_size}"
                f" medium {event.medium or '-'} lora {name(event.lora_name)}"
                f" extra {extra(event.extra_keys)}"
            )
        case BlockRemoved():
            return f"removed {hashes(event.block_hashes)} medium {event.medium or '-'}"
        case AllBlocksCleared():
            return "cleared"


def hashes(values):
    return " ".join(str(value % 2**64) for value in values)


def name(value):
    if isinstance(value, dict):
        return ",".join(f"{key}={value[key]}" for key in sorted(value))
    return value or "-"


def extra(blocks):
    if blocks is None:
        return "-"
    return "/".join(",".join(keys) if keys else "-" for keys in blocks)
