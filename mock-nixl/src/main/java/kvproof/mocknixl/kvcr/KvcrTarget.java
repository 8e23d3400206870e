package kvproof.mocknixl.kvcr;

import java.util.List;
import java.util.function.LongSupplier;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.model.transfer.AgentMetadata;

/**
 * The target's side of fetches: hints per request, operations with their deadlines, probes and
 * quarantine.
 *
 * <p>Polled by {@link KvcrNode}: what arrived is handed over first, then {@link #advance} lets
 * every operation take at most one step. For one thread; {@code clock} is monotonic, in
 * nanoseconds.
 */
@SuppressWarnings("DoNotCallSuggester") // goes with the first body
public final class KvcrTarget {

  /**
   * @param metadata taken after all memory was registered
   * @param catalogue of the memory in which this service takes blocks
   */
  public KvcrTarget(
      Identity self,
      KvcrSettings settings,
      ControlChannel channel,
      LongSupplier clock,
      AgentMetadata metadata,
      Catalogue catalogue) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Gives the request this hint; with eager connect the source is told of this target. */
  public void submitHint(String requestId, FetchHint hint) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Forgets the request's hint; harmless if there is none. */
  public void discardHint(String requestId) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Whether {@link #fetch} would ask for this key. */
  public boolean isFetchable(String requestId, BlockKey key) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Whether the request's hint has failed and serves nothing any more. */
  public boolean isHintFailed(String requestId) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Whether the source at that endpoint has acknowledged this target's metadata. */
  public boolean isAcknowledged(String endpoint) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Asks for those of the blocks that are fetchable, into memory that the service owns; the others
   * have failed. At least one block. Destinations belong to the operation until {@link
   * TargetEvent.Quiet}.
   *
   * @return the operation's handle, never used twice
   */
  public long fetch(String requestId, List<WantedBlock> wanted) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** As {@link #fetch}, into the framework's memory, whatever the hint's hashes say. */
  public long deliver(String requestId, List<WantedBlock> wanted) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * The caller does not want the blocks any more: as if the deadline had passed now. Without effect
   * on an operation that has failed or finished.
   */
  public void cancel(long operation) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Takes a frame of a source; frames for the source's side are ignored. */
  public void receive(KvcrFrame frame) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Takes a report. */
  public void receive(WriteDone report) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Lets every operation act on what was received since the last call, and on the time. */
  public void advance() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** What happened since the last call. */
  public List<TargetEvent> takeEvents() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Operations that are not finished. While there are any, no destination may be freed. */
  public int openOperations() {
    throw new UnsupportedOperationException("not built yet");
  }
}
