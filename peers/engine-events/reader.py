"""Subscribes to a publisher, fills gaps by replay, and prints each batch once, in order.

A line is 'live' or 'replayed', the sequence number, the topic of the stream or '-', and the batch
as text. Ends with its standard input.

    reader.py LIVE_ENDPOINT REPLAY_ENDPOINT
"""

import sys

import zmq

import batches

PATIENCE_MILLIS = 10_000


def show(origin, sequence, topic, payload):
    print(origin, sequence, topic, batches.text(batches.decode(payload)), flush=True)


def replay(context, endpoint, start):
    """Shows what comes, and says what comes next on the live stream."""
    expected = start
    dealer = context.socket(zmq.DEALER)
    dealer.connect(endpoint)
    dealer.send_multipart([b"", start.to_bytes(8, "big")])
    while True:
        if not dealer.poll(PATIENCE_MILLIS):
            raise TimeoutError("the replay has no end")
        *_, sequence, payload = dealer.recv_multipart()
        if not payload:
            break
        number = int.from_bytes(sequence, "big")
        if number != expected:
            raise ValueError(f"batch {number} came, {expected} was due")
        show("replayed", number, "-", payload)
        expected += 1
    dealer.close(linger=0)
    return expected


def main(live, replay_endpoint):
    context = zmq.Context.instance()
    subscriber = context.socket(zmq.SUB)
    subscriber.setsockopt(zmq.SUBSCRIBE, b"")
    subscriber.connect(live)
    poller = zmq.Poller()
    poller.register(subscriber, zmq.POLLIN)
    poller.register(sys.stdin, zmq.POLLIN)
    expected = 0
    while True:
        ready = dict(poller.poll())
        if subscriber in ready:
            topic, sequence, payload = subscriber.recv_multipart()
            number = int.from_bytes(sequence, "big")
            if number > expected:
                expected = replay(context, replay_endpoint, expected)
            if number == expected:
                show("live", number, topic.decode() or "-", payload)
                expected += 1
        elif sys.stdin.fileno() in ready:
            break
    context.destroy(linger=0)


if __name__ == "__main__":
    main(*sys.argv[1:])
