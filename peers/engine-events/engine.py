"""Publishes batches as vLLM does: PUB for the live stream, ROUTER for replays.

Lines on standard input: 'publish' sends the next batch, 'lose' only keeps it for replays; each is
answered with its sequence number. Ends with its input.

    engine.py vllm|sglang      the layout of replies
"""

import sys
from collections import deque

import zmq

import batches

KEPT = 10_000
TOPIC = b"kv-events"
END = (-1).to_bytes(8, "big", signed=True)


def reply(style, sequence, payload):
    return [b""] + ([TOPIC] if style == "vllm" else []) + [sequence, payload]


def answer(router, style, kept):
    asker, _, start = router.recv_multipart()
    for sequence, payload in kept:
        if sequence >= int.from_bytes(start, "big"):
            router.send_multipart([asker] + reply(style, sequence.to_bytes(8, "big"), payload))
    router.send_multipart([asker] + reply(style, END, b""))


def main(style):
    context = zmq.Context.instance()
    publisher = context.socket(zmq.PUB)
    router = context.socket(zmq.ROUTER)
    for socket in (publisher, router):
        socket.setsockopt(zmq.LINGER, 0)
        socket.bind("tcp://127.0.0.1:*")
    print(
        publisher.getsockopt_string(zmq.LAST_ENDPOINT),
        router.getsockopt_string(zmq.LAST_ENDPOINT),
        flush=True,
    )

    kept = deque(maxlen=KEPT)
    poller = zmq.Poller()
    poller.register(router, zmq.POLLIN)
    poller.register(sys.stdin, zmq.POLLIN)
    next_sequence = 0
    while True:
        ready = dict(poller.poll())
        if router in ready:
            answer(router, style, kept)
        if sys.stdin.fileno() in ready:
            # One line at a time: whoever commands waits for the answer.
            command = sys.stdin.readline().strip()
            if not command:
                break
            payload = batches.encode(batches.of_sequence(next_sequence))
            kept.append((next_sequence, payload))
            if command == "publish":
                publisher.send_multipart([TOPIC, next_sequence.to_bytes(8, "big"), payload])
            print(next_sequence, flush=True)
            next_sequence += 1
    context.destroy(linger=0)


if __name__ == "__main__":
    main(sys.argv[1])
