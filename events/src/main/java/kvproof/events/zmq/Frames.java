package kvproof.events.zmq;

import java.util.List;

/** A received message: how many frames it had, and the first of them, as many as any layout has. */
record Frames(int count, List<byte[]> first) {
  static final int MOST = 4;

  Frames {
    first = List.copyOf(first);
    if (first.size() != Math.min(count, MOST)) {
      throw new IllegalArgumentException(first.size() + " of " + count + " frames");
    }
  }

  static Frames of(List<byte[]> all) {
    return new Frames(all.size(), all.subList(0, Math.min(all.size(), MOST)));
  }
}
