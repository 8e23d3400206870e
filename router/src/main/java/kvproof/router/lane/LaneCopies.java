package kvproof.router.lane;

import java.util.function.UnaryOperator;

/** How often everything is kept behind lanes: what look-ups and events cost each other. */
public enum LaneCopies {
  /**
   * A look-up waits for the event that is being applied, and while an event waits for a long read,
   * such as a dump, every look-up does; nothing is kept or applied twice. Where a change of the
   * index fails, by a bug of ours or for want of memory, nothing is answered any more, and every
   * lane ends with the next event that it comes to.
   */
  ONE {
    @Override
    <T> Guarded<T> guard(T first, UnaryOperator<T> copier) {
      return new OneCopy<>(first);
    }
  },

  /**
   * No look-up waits, and memory and the work of events are twice as much. Where a change of the
   * index fails, its own lane ends, and everything before it is still answered.
   */
  TWO {
    @Override
    <T> Guarded<T> guard(T first, UnaryOperator<T> copier) {
      return new LeftRight<>(first, copier);
    }
  };

  /** 1 or 2. */
  public int count() {
    return ordinal() + 1;
  }

  /**
   * @param copier makes an equal structure that shares nothing changeable with the given one
   */
  abstract <T> Guarded<T> guard(T first, UnaryOperator<T> copier);
}
