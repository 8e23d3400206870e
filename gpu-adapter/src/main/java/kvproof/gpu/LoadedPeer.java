package kvproof.gpu;

import java.util.Optional;

/**
 * A peer from its loading until it is forgotten and the last request to it has ended.
 *
 * <p>The library drops what is under way when a peer is invalidated, so that is put off until
 * nothing is pending. For the thread of its agent, but for what it asks its neighbour.
 */
final class LoadedPeer {
  private final NixlMetadata metadata;
  private final Optional<NixlTransferAgent> neighbour;
  private int pending;
  private boolean forgotten;
  private boolean cut;
  private boolean told;

  /** The neighbour is the agent itself, if it is one of this process. */
  LoadedPeer(NixlMetadata metadata, Optional<NixlTransferAgent> neighbour) {
    this.metadata = metadata;
    this.neighbour = neighbour;
  }

  String name() {
    return metadata.agent();
  }

  boolean isSameLifeAs(NixlMetadata other) {
    return metadata.isSameLifeAs(other);
  }

  /**
   * Whether it is known to be closed. Of other processes this is never known, and a write on the
   * same host would still reach the memory.
   */
  boolean isGone() {
    return neighbour.isPresent() && neighbour.get().isClosed();
  }

  /** A place of its memory, if it has registered any. */
  Optional<NixlMetadata.Place> place() {
    return metadata.place();
  }

  /** A notification was sent, and may not have left yet. */
  void told() {
    told = true;
  }

  boolean isTold() {
    return told;
  }

  /** A request is posted. */
  void began() {
    pending++;
  }

  /** A request has ended. */
  void ended() {
    pending--;
  }

  boolean isIdle() {
    return pending == 0;
  }

  void forget() {
    forgotten = true;
  }

  boolean isForgotten() {
    return forgotten;
  }

  /** The way to it was given up for another life of that name: what is pending has failed. */
  void cut() {
    cut = true;
  }

  boolean isCut() {
    return cut;
  }

  @Override
  public String toString() {
    return "peer " + name();
  }
}
