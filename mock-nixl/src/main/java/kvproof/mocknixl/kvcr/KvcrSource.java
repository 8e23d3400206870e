package kvproof.mocknixl.kvcr;

import java.util.List;
import java.util.function.LongSupplier;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.model.transfer.TransferAgent;

/**
 * The source's side of fetches: routes to targets, claims and pins, one write for each operation,
 * reports, refusals and fences.
 *
 * <p>Polled by {@link KvcrNode}. For one thread; {@code clock} is monotonic, in nanoseconds.
 */
@SuppressWarnings("DoNotCallSuggester") // goes with the first body
public final class KvcrSource {

  /** The agent stays the caller's. */
  public KvcrSource(
      Identity self,
      KvcrSettings settings,
      PoolLayout layout,
      TransferAgent agent,
      ControlChannel channel,
      LongSupplier clock,
      SourceBlocks blocks) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Takes a frame of a target; frames for the target's side are ignored. */
  public void receive(KvcrFrame frame) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Lets every operation act on what has come and on the time. */
  public void advance() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** From now on every request is refused; what is under way goes on. */
  public void stop() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** What happened since the last call. */
  public List<SourceEvent> takeEvents() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Operations that are not over: they hold claims, pins or a transfer. */
  public int openOperations() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Targets whose metadata is loaded. */
  public int routes() {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Unloads every route that carries no transfer; pins whose release was refused are tried once
   * more. What stays open afterwards is what {@link #openOperations} counts.
   */
  public void close() {
    throw new UnsupportedOperationException("not built yet");
  }
}
