package kvproof.gpu;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * What one agent has loaded of its peers, by name, and what it has forgotten while copies were
 * pending: that the library still knows.
 *
 * <p>For one thread at a time.
 */
final class LoadedPeers {
  private final NixlFabric fabric;
  private final NixlAgent library;
  private final LastWords lastWords;
  private final String owner;
  private final SortedMap<String, LoadedPeer> peers = new TreeMap<>();
  private final SortedMap<String, LoadedPeer> leaving = new TreeMap<>();

  LoadedPeers(NixlFabric fabric, NixlAgent library, LastWords lastWords, String owner) {
    this.fabric = fabric;
    this.library = library;
    this.lastWords = lastWords;
    this.owner = owner;
  }

  /**
   * The peer's name. What is refused before the library sees it changes nothing. A peer whose
   * metadata the library itself refuses is forgotten, and pending copies to it have failed: that is
   * what the library does then, and it does not take that name again while this agent is open.
   */
  String load(AgentMetadata bytes) {
    NixlMetadata metadata = NixlMetadata.read(bytes);
    String peer = metadata.agent();
    LoadedPeer known = peers.get(peer);
    if (peer.equals(owner) || (known != null && !known.isSameLifeAs(metadata))) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "another agent is known as " + peer + " here");
    }
    giveUpUnless(metadata);
    try {
      library.load(bytes.toBytes());
    } catch (NixlException refused) {
      drop(peer);
      throw refused;
    }
    if (known == null) {
      Optional<LoadedPeer> former = Optional.ofNullable(leaving.remove(peer));
      peers.put(peer, new LoadedPeer(metadata, fabric.neighbour(metadata), former));
    } else {
      known.update(metadata);
    }
    return peer;
  }

  /** A life that was forgotten with copies pending makes way for another one of that name. */
  private void giveUpUnless(NixlMetadata sameLife) {
    LoadedPeer former = leaving.get(sameLife.agent());
    if (former != null && !former.isSameLifeAs(sameLife)) {
      library.invalidate(former.name());
      leaving.remove(former.name());
      former.cut();
    }
  }

  private void drop(String peer) {
    Stream.of(Optional.ofNullable(peers.remove(peer)), Optional.ofNullable(leaving.remove(peer)))
        .flatMap(Optional::stream)
        .forEach(
            dropped -> {
              dropped.forget();
              dropped.cut();
            });
    library.invalidateIfKnown(peer);
  }

  /** Refused if it is not loaded. */
  void forget(String peer) {
    LoadedPeer removed = peers.remove(peer);
    if (removed == null) {
      throw notLoaded(peer);
    }
    removed.forget();
    leaving.put(peer, removed);
    settle(peer);
  }

  /**
   * Invalidates a peer that was forgotten, once nothing to it is pending and what was said to it
   * has left; unless it has been loaded again since.
   */
  void settle(String peer) {
    LoadedPeer forgotten = leaving.get(peer);
    if (forgotten != null && forgotten.isIdle()) {
      leaving.remove(peer);
      var steps = new AllSteps();
      steps.take(() -> lastWords.leave(List.of(forgotten)));
      steps.take(() -> library.invalidate(peer));
      steps.end();
    }
  }

  /** Refused if it is not loaded. */
  LoadedPeer get(String peer) {
    LoadedPeer loaded = peers.get(peer);
    if (loaded == null) {
      throw notLoaded(peer);
    }
    return loaded;
  }

  private TransferException notLoaded(String peer) {
    return new TransferException(Category.NOT_FOUND, owner + " has not loaded " + peer);
  }

  /** All that the library knows, forgotten or not. */
  List<LoadedPeer> inLibrary() {
    return Stream.concat(peers.values().stream(), leaving.values().stream()).toList();
  }
}
