package kvproof.router.lane;

import kvproof.router.index.PaddedLong;
import org.jspecify.annotations.Nullable;

/**
 * The time for which one thread reads one side of a {@link LeftRight}.
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

  /** Takes the slot for the side if nobody has it. */
  boolean claim(LeftRight.Side<T> read) {
    if (get() != FREE || !compareAndSet(FREE, read.mark())) {
      return false;
    }
    side = read.value();
    return true;
  }

  /** Announces another side, and no longer the one before. */
  final void announce(LeftRight.Side<T> read) {
    set(read.mark());
    side = read.value();
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
