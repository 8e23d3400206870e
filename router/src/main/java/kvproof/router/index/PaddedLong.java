package kvproof.router.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A {@code long} that threads share, with 64 bytes on both sides that nobody else writes. */
public class PaddedLong extends PaddedValue {
  /*
   * One thread writes a padded value often and others read it, or the other way round. On a line
   * with something else, each write would take that line away from whoever uses its neighbour. The
   * fields of a superclass lie before those of its subclasses, so three classes keep the order.
   */
  private static final VarHandle VALUE = valueHandle();

  long after0;
  long after1;
  long after2;
  long after3;
  long after4;
  long after5;
  long after6;
  long after7;

  /** To be published safely: other threads see the value by how they come by the object. */
  public PaddedLong(long value) {
    this.value = value;
  }

  private static VarHandle valueHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(PaddedValue.class, "value", long.class);
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("a field of its own superclass", missing);
    }
  }

  /** A value that was written some time; orders nothing else. */
  public final long getOpaque() {
    return (long) VALUE.getOpaque(this);
  }

  /** Becomes visible to other threads some time; orders nothing else. */
  public final void setOpaque(long value) {
    VALUE.setOpaque(this, value);
  }

  /** As a volatile field is read. */
  public final long get() {
    return (long) VALUE.getVolatile(this);
  }

  /** As a volatile field is written. */
  public final void set(long value) {
    VALUE.setVolatile(this, value);
  }

  /** What this thread read and wrote before is over for whoever reads the value. */
  public final void setRelease(long value) {
    VALUE.setRelease(this, value);
  }

  /** Replaces one value by another, as a volatile access; false if another one stood there. */
  public final boolean compareAndSet(long expected, long value) {
    return VALUE.compareAndSet(this, expected, value);
  }
}
