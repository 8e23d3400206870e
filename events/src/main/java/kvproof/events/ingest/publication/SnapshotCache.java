package kvproof.events.ingest.publication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;

/**
 * The newest events of one publisher and a dump that they continue, for any thread.
 *
 * <p>One dump is built at a time. Who asks meanwhile waits and then looks again, because what he
 * knows of may be newer than the dump; who gives up while his dump is built leaves it to others.
 */
public final class SnapshotCache<E> {
  /*
   *          base                            newest
   *   dump ---+--- stores and removals since ---+      answer: dump and tail, to the newest
   *
   * The dump is dropped when the tail is longer than half the buffer, has an event in it that
   * clears, or is not known to be complete (an id was left out).
   */

  /**
   * @param base the newest event when the building began; empty if there was none
   */
  private record Snapshot<E>(List<E> events, OptionalLong base) {}

  private final EventBuffer<E> buffer;
  private final Supplier<List<E>> dump;
  private final Executor builder;
  private final Queue<CompletableFuture<RecoveryAnswer<E>>> waiting = new ArrayDeque<>();
  private Optional<Snapshot<E>> cached = Optional.empty();
  private boolean isBuilding;
  private long invalidations;
  private long recorded;

  /** Events recorded up to the base of the dump that is cached or being built. */
  private long recordedAtBase;

  /**
   * @param dump builds a dump that has everything recorded so far, and perhaps more
   * @param builder runs it, never more than once at a time
   */
  public SnapshotCache(EventBuffer<E> buffer, Supplier<List<E>> dump, Executor builder) {
    this.buffer = buffer;
    this.dump = dump;
    this.builder = builder;
  }

  /** The next event of the publisher, which its index has taken. */
  public synchronized void record(long id, E event, ClearScope scope) {
    boolean isConsecutive = buffer.add(id, event);
    recorded++;
    if (!isConsecutive || scope != ClearScope.NONE) {
      invalidations++;
      cached = Optional.empty();
    } else if (isTailTooLong()) {
      cached = Optional.empty();
    }
  }

  private boolean isTailTooLong() {
    return recorded - recordedAtBase > buffer.capacity() / 2;
  }

  /** What the buffer answers; empty if only a dump does. */
  synchronized Optional<RecoveryAnswer<E>> buffered(RangeRequest request) {
    return buffer.answer(request);
  }

  /** From the buffer at once, or a dump as soon as there is one. */
  public CompletableFuture<RecoveryAnswer<E>> answer(RangeRequest request) {
    var asked = new CompletableFuture<RecoveryAnswer<E>>();
    buffered(request).ifPresentOrElse(asked::complete, () -> dumpFor(asked));
    return asked;
  }

  private void dumpFor(CompletableFuture<RecoveryAnswer<E>> asked) {
    Optional<RecoveryAnswer<E>> ready;
    OptionalLong base;
    long invalidationsBefore;
    synchronized (this) {
      ready = fromCache();
      if (ready.isEmpty() && isBuilding) {
        waiting.add(asked);
        return;
      }
      base = buffer.newest();
      invalidationsBefore = invalidations;
      if (ready.isEmpty()) {
        isBuilding = true;
        recordedAtBase = recorded;
      }
    }
    ready.ifPresentOrElse(asked::complete, () -> startBuilding(asked, base, invalidationsBefore));
  }

  private void startBuilding(
      CompletableFuture<RecoveryAnswer<E>> asked, OptionalLong base, long invalidationsBefore) {
    try {
      builder.execute(() -> build(asked, base, invalidationsBefore));
    } catch (RuntimeException | Error refusal) { // also of a thread that could not be started
      finish(asked, failed(base, refusal));
    }
  }

  private void build(
      CompletableFuture<RecoveryAnswer<E>> asked, OptionalLong base, long invalidationsBefore) {
    RecoveryAnswer<E> answer;
    try {
      var built = new Snapshot<>(List.copyOf(dump.get()), base);
      answer = built(built, invalidationsBefore);
    } catch (RuntimeException | Error failure) {
      answer = failed(base, failure);
    }
    finish(asked, answer);
  }

  /** Its requester gets it in any case; others only if nothing made it void meanwhile. */
  private synchronized RecoveryAnswer<E> built(Snapshot<E> snapshot, long invalidationsBefore) {
    if (invalidations == invalidationsBefore && !isTailTooLong()) {
      cached = Optional.of(snapshot);
    }
    return fromCache()
        .orElseGet(() -> new RecoveryAnswer.Dump<>(snapshot.events(), snapshot.base().orElse(0)));
  }

  private static <E> RecoveryAnswer<E> failed(OptionalLong base, Throwable failure) {
    return new RecoveryAnswer.DumpFailed<>(base.orElse(0), failure.toString());
  }

  private void finish(CompletableFuture<RecoveryAnswer<E>> asked, RecoveryAnswer<E> answer) {
    List<CompletableFuture<RecoveryAnswer<E>>> lookAgain;
    synchronized (this) {
      isBuilding = false;
      lookAgain = List.copyOf(waiting);
      waiting.clear();
    }
    asked.complete(answer);
    lookAgain.forEach(this::dumpFor);
  }

  private Optional<RecoveryAnswer<E>> fromCache() {
    return cached.map(
        snapshot -> {
          List<E> events = new ArrayList<>(snapshot.events());
          events.addAll(buffer.newest(Math.toIntExact(recorded - recordedAtBase)));
          return new RecoveryAnswer.Dump<>(events, buffer.newest().orElse(0));
        });
  }

  /** Whether a dump is kept. */
  public synchronized boolean holdsDump() {
    return cached.isPresent();
  }
}
