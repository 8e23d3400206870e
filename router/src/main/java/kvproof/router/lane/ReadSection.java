package kvproof.router.lane;

import kvproof.router.index.PaddedLong;
import org.jspecify.annotations.Nullable;

/**
 * The time for which one thread reads a {@link Guarded} structure.
 *
 * <p>Also the padded slot in which that is announced; it serves one thread after the other, so that
 * reading allocates nothing. Close it once, on the thread that began it.
 */
public class ReadSection<T> extends PaddedLong implements AutoCloseable {
  /** Nobody reads. */
  static final long FREE = 0;

  private @Nullable T side;

  ReadSection() {
    super(FREE);
  }

  /** What is read; valid until the section is closed. */
  public final T side() {
    T read = side;
    if (read == null) {
      throw new IllegalStateException("the section is closed");
    }
    return read;
  }

  /** Takes the slot if nobody has it, with a mark other than {@link #FREE}. */
  boolean claim(long mark, T value) {
    if (get() != FREE || !compareAndSet(FREE, mark)) {
      return false;
    }
    side = value;
    return true;
  }

  /** Announces something else, and no longer what was announced before. */
  final void announce(long mark, T value) {
    set(mark);
    side = value;
  }

  final boolean announces(long mark) {
    return get() == mark;
  }

  @Override
  public final void close() {
    side = null;
    setRelease(FREE);
  }
}
