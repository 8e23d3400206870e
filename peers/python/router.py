#!/usr/bin/env python3
"""A router on plain dictionaries behind the line protocol: the example of docs/routers.md."""
import json
import sys

HELLO = {"protocol": 1, "name": "router.py", "version": "1", "can": ["device", "lower", "choices"], "history": "engine"}
held = {}  # (tier, worker, rank) -> {external hash: (parent, local hash)}

def number(value):
    return int(value, 0) if isinstance(value, str) else value

def apply(op, line):
    tier, worker, rank = line.get("tier", "device"), number(line["worker"]), line.get("rank", 0)
    if op in ("cleared", "remove_rank", "remove_worker"):
        for owner in [o for o in held if o[1] == worker and (op == "remove_worker" or o[2] == rank)]:
            held[owner].clear()
        return
    blocks, parent = held.setdefault((tier, worker, rank), {}), number(line.get("parent"))
    for block in line["blocks"]:
        if op == "stored":
            local, external = map(number, block)
            blocks[external], parent = (parent, local), external
        else:
            blocks.pop(number(block), None)

def walk(tier, rank, prompt, start=(0, None)):
    """The end (position, external hash before it) of the rank's run that begins at start."""
    (position, last), places = start, {place: hash for hash, place in held.get((tier, *rank), {}).items()}
    while position < len(prompt) and (last, prompt[position]) in places:
        position, last = position + 1, places[last, prompt[position]]
    return position, last

def choice(target, root):
    """Whoever else has the longest run from the root, the smallest among equals."""
    frontier = root.get(target, (0,))[0]
    end, source = min(((-end[0], rank) for rank, end in root.items() if rank != target), default=(0, None))
    return [*target, frontier, source, -end] if -end > frontier else [*target, frontier, None, 0]

def query(line):
    prompt, lower, ranks = [number(h) for h in line["local"]], {}, sorted({owner[1:] for owner in held})
    device = ends = root = {r: walk("device", r, prompt) for r in ranks if walk("device", r, prompt)[0]}
    for tier in [t for t in ("host_pinned", "disk", "external") if any(owner[0] == t for owner in held)]:
        starts = {r: (0, None) for r in ranks if walk(tier, r, prompt)[0]} | ends
        ends = {r: walk(tier, r, prompt, start) for r, start in starts.items()}
        lower[tier] = {"hits": [[*r, ends[r][0] - starts[r][0]] for r in ends], "next": [[*r, *ends[r]] for r in ends]}
        root = {r: end for r, end in ends.items() if end[0]} if tier == "host_pinned" else root
    choices = [choice((number(worker), rank), root) for worker, rank in line.get("targets", [])]
    return {"id": line["id"], "device": [[*r, *device[r]] for r in device], "lower": lower, "choices": choices}

for count, text in enumerate(sys.stdin, 1):
    line = json.loads(text)
    op = line["op"]
    if op in ("hello", "query"):
        print(json.dumps({"op": op, "line": count, **(HELLO if op == "hello" else query(line))}), flush=True)
    elif op == "reset":
        held.clear()
    elif op in ("stored", "removed", "cleared", "remove_rank", "remove_worker"):
        apply(op, line)
    else:
        print(json.dumps({"line": count, "error": "unknown operation " + op}), flush=True)
