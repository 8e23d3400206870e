package kvproof.mocknixl.net;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kvproof.mocknixl.wire.Peer;

/** The connections that one agent has opened. Guarded by the agent's lock. */
final class Links {
  private final Map<Peer, Link> byPeer = new LinkedHashMap<>();

  /** Of peers that were forgotten, until what was waiting has gone. */
  private final List<Link> retired = new ArrayList<>();

  /** The connection to the peer, made at first use. */
  Link to(Peer peer, Supplier<Link> made) {
    return byPeer.computeIfAbsent(peer, _ -> made.get());
  }

  /** Its connection ends once what is waiting has gone; a later one is new. */
  void forget(Peer peer) {
    retired.removeIf(Link::hasEnded);
    Link link = byPeer.remove(peer);
    if (link != null) {
      link.retire();
      retired.add(link);
    }
  }

  List<Link> toList() {
    return Stream.concat(byPeer.values().stream(), retired.stream()).toList();
  }

  /**
   * Ends all of them, after what was sent has left this side if that takes no longer than the flush
   * may; what is left then is lost. Not on an I/O thread, and without the agent's lock.
   *
   * @throws IllegalStateException if one has not ended in time after the call: its I/O thread is
   *     stuck or has died, and may still read memory of this agent
   */
  static void closeAll(List<Link> links, ClosePatience patience) {
    links.forEach(Link::retire);
    long start = System.nanoTime();
    long flushEnd = start + patience.flush().toNanos();
    List<Link> left = links.stream().filter(link -> !link.awaitEnd(flushEnd)).toList();
    left.forEach(Link::abandon);
    long closeEnd = start + patience.end().toNanos();
    List<String> stuck =
        left.stream().filter(link -> !link.awaitEnd(closeEnd)).map(Link::name).toList();
    if (!stuck.isEmpty()) {
      throw new IllegalStateException(
          "connections to "
              + stuck
              + " have not ended in "
              + patience.end()
              + ": is an I/O thread stuck?");
    }
  }
}
