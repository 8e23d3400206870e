package kvproof.mocknixl;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** The agents that one agent has loaded, by name. Guarded by that agent's lock. */
final class Peers {
  private final String self;
  private final SortedMap<String, PeerMetadata> byName = new TreeMap<>();

  /** Of the agent of this name, which is never its own peer. */
  Peers(String self) {
    this.self = self;
  }

  /** As {@link kvproof.model.transfer.TransferAgent#load} says. */
  String load(PeerMetadata metadata) {
    String peer = metadata.agent().name();
    PeerMetadata known = byName.get(peer);
    if (peer.equals(self) || (known != null && !known.agent().equals(metadata.agent()))) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "another agent is known as " + peer + " here");
    }
    byName.put(peer, known == null ? metadata : known.plus(metadata));
    return peer;
  }

  /** {@link Category#NOT_FOUND} if it is not loaded. */
  Peer forget(String peer) {
    PeerMetadata removed = byName.remove(peer);
    if (removed == null) {
      throw notLoaded(peer);
    }
    return removed.agent();
  }

  /** {@link Category#NOT_FOUND} if it is not loaded. */
  PeerMetadata loaded(String peer) {
    PeerMetadata metadata = byName.get(peer);
    if (metadata == null) {
      throw notLoaded(peer);
    }
    return metadata;
  }

  /** Whether that very life of it is loaded. */
  boolean holds(Peer peer) {
    PeerMetadata metadata = byName.get(peer.name());
    return metadata != null && metadata.agent().equals(peer);
  }

  private TransferException notLoaded(String peer) {
    return new TransferException(Category.NOT_FOUND, self + " has not loaded " + peer);
  }
}
