package kvproof.mocknixl.shared;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.model.HashText;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in for an object store that several workers use as their last tier.
 *
 * <p>A block has one writer at a time. Until the writer has finished nobody finds the block; if the
 * writer dies, its lease ends and another one may store it. For one thread; time passes by the
 * clock that is handed in.
 */
public final class SharedTier {
  private final int blockBytes;
  private final Duration lease;
  private final LongSupplier clock;
  private final Consumer<Upload> listener;
  private final Map<Long, ByteBuffer> finished = new HashMap<>();
  private final Map<Long, Upload> unfinished = new HashMap<>();

  /** What came of reading a block. */
  public enum Reading {
    /** It is in the pool, every byte as it must be. */
    READ,
    /** It is not there, or not finished. */
    ABSENT,
    /** It was in the pool before. */
    HELD,
    /** The pool has no slot free. */
    NO_ROOM,
    /** Bytes of it are wrong; the slot is free again. */
    WRONG
  }

  /** An empty tier that tells nobody what is finished; the rest as below. */
  public SharedTier(int blockBytes, Duration lease, LongSupplier clock) {
    this(blockBytes, lease, clock, _ -> {});
  }

  /**
   * An empty tier.
   *
   * @param blockBytes of every block
   * @param lease how long a writer has, from the beginning or its last renewal
   * @param clock nanoseconds of any one clock
   * @param listener hears of each upload once everybody finds its block, on the tier's thread
   */
  public SharedTier(int blockBytes, Duration lease, LongSupplier clock, Consumer<Upload> listener) {
    if (lease.isNegative() || lease.isZero()) {
      throw new IllegalArgumentException("a writer needs some time, not " + lease);
    }
    this.blockBytes = blockBytes;
    this.lease = lease;
    this.clock = clock;
    this.listener = listener;
  }

  /** Asks for the right to store a block. */
  public Admission begin(String writer, long hash) {
    if (finished.containsKey(hash)) {
      return new Admission.Held();
    }
    Upload other = unfinished.get(hash);
    if (other != null && !isOver(other)) {
      return new Admission.Busy(other.writer(), other.untilNanos());
    }
    Upload upload = new Upload(this, hash, writer, blockBytes, leaseEnd());
    unfinished.put(hash, upload);
    return new Admission.Begun(upload);
  }

  /** Whether readers find the block. */
  public boolean holds(long hash) {
    return finished.containsKey(hash);
  }

  /** The bytes of a finished block, read-only. */
  public Optional<ByteBuffer> read(long hash) {
    return Optional.ofNullable(finished.get(hash)).map(ByteBuffer::duplicate);
  }

  /** Copies a finished block into a pool and keeps it there if its bytes are those of the block. */
  public Reading read(long hash, BlockPool into) {
    @Nullable ByteBuffer bytes = finished.get(hash);
    if (bytes == null) {
      return Reading.ABSENT;
    }
    if (into.holds(hash)) {
      return Reading.HELD;
    }
    Optional<List<Integer>> slots = into.reserve(1);
    if (slots.isEmpty()) {
      return Reading.NO_ROOM;
    }
    int slot = slots.get().getFirst();
    into.write(slot, bytes.duplicate());
    if (!into.inspect(slot, hash).isRight()) {
      into.giveBack(slot);
      return Reading.WRONG;
    }
    into.keep(hash, slot);
    return Reading.READ;
  }

  /** Takes a finished block out; false if there is none. One that is being stored goes on. */
  public boolean evict(long hash) {
    return finished.remove(hash) != null;
  }

  /** Uploads whose writers still have time, in words, by hash; empty at rest. */
  public List<String> unrest() {
    unfinished.values().removeIf(this::isOver);
    return unfinished.values().stream()
        .sorted((one, other) -> Long.compareUnsigned(one.hash(), other.hash()))
        .map(upload -> HashText.print(upload.hash()) + " is being stored by " + upload.writer())
        .toList();
  }

  boolean isCurrent(Upload upload) {
    return unfinished.get(upload.hash()) == upload && !isOver(upload);
  }

  private boolean isOver(Upload upload) {
    return clock.getAsLong() - upload.untilNanos() >= 0;
  }

  long leaseEnd() {
    return clock.getAsLong() + lease.toNanos();
  }

  void finish(Upload upload, ByteBuffer bytes) {
    unfinished.remove(upload.hash());
    finished.put(upload.hash(), bytes);
    listener.accept(upload);
  }

  void drop(Upload upload) {
    unfinished.remove(upload.hash(), upload);
  }
}
