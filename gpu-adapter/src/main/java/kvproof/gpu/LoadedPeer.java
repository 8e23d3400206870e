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
  private final Optional<LoadedPeer> former;
  private Optional<NixlMetadata.Place> place;
  private int pending;
  private boolean forgotten;
  private boolean cut;
  private boolean told;

  /**
   * @param neighbour the agent itself, if it is one of this process
   * @param former the same life, if it was forgotten and copies to it are pending
   */
  LoadedPeer(
      NixlMetadata metadata, Optional<NixlTransferAgent> neighbour, Optional<LoadedPeer> former) {
    this.metadata = metadata;
    this.neighbour = neighbour;
    this.former = former;
    this.place = metadata.place();
  }

  /** Takes what is newer of the same life. */
  void update(NixlMetadata newer) {
    place = newer.place();
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
    return place;
  }

  /** A notification was sent, and may not have left yet. */
  void told() {
    told = true;
  }

  /** What was sent has left, or was waited for in vain. */
  void heard() {
    told = false;
    former.ifPresent(LoadedPeer::heard);
  }

  boolean isTold() {
    return told || former.map(LoadedPeer::isTold).orElse(false);
  }

  /** A request is posted. */
  void began() {
    pending++;
  }

  /** A request has ended. */
  void ended() {
    pending--;
  }

  /** Whether nothing to this life is pending, also from before it was loaded again. */
  boolean isIdle() {
    return pending == 0 && former.map(LoadedPeer::isIdle).orElse(true);
  }

  void forget() {
    forgotten = true;
  }

  boolean isForgotten() {
    return forgotten;
  }

  /**
   * The way to it was given up, for another life of that name or because the library dropped it:
   * what is pending has failed.
   */
  void cut() {
    cut = true;
    former.ifPresent(LoadedPeer::cut);
  }

  boolean isCut() {
    return cut;
  }

  @Override
  public String toString() {
    return "peer " + name();
  }
}
