package kvproof.router.lane;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Two equal sides of one structure: readers read one while a writer changes the other.
 *
 * <p>Any number of threads read and none of them ever waits for a writer; writers take turns. A
 * reader sees every change whole or not at all. A thread must not change the structure while it
 * reads it.
 */
final class LeftRight<T> implements Guarded<T> {
  /*
   * A change is made three times over in time, on one side after the other:
   *
   *      visible   L ----- L | R ------------------ R        readers
   *      hidden    R: change | L: wait for its readers, change
   *                       publish
   *
   * A reader announces the side that it is going to read in a slot of its own, then looks whether
   * that side is still the visible one, and announces again if it moved. The writer publishes first
   * and looks at the slots afterwards. Slots and the visible side are volatile, so one of the two
   * always sees the other: no side is changed under a reader.
   *
   * Why not a lock, or tables that are copied: a look-up must never see half of an event (a torn
   * chain), must not wait for the lanes, and allocates nothing. And a change that fails, by a bug of
   * ours, fails on the hidden side: it is made anew from the visible one, so that nobody ever sees
   * the half of it. The price is that everything is kept twice and every event is applied twice.
   */

  /** One side. Its mark is what a reader announces; never {@link ReadSection#FREE}. */
  record Side<T>(long mark, T value) {}

  private final UnaryOperator<T> copier;
  private final ReadSlots<T> slots;
  private final ReentrantLock turn = new ReentrantLock();
  private volatile Side<T> visible;
  private Side<T> hidden;
  private boolean hiddenIsSound = true;

  /**
   * Publishes {@code first}.
   *
   * @param copier makes an equal structure that shares nothing changeable with the given one
   */
  LeftRight(T first, UnaryOperator<T> copier) {
    this(first, copier, ReadSection::new, ReadSlots.FIRST_SLOTS);
  }

  LeftRight(T first, UnaryOperator<T> copier, Supplier<ReadSection<T>> slotMaker, int firstSlots) {
    this.copier = copier;
    this.visible = new Side<>(1, first);
    this.hidden = new Side<>(2, copier.apply(first));
    this.slots = new ReadSlots<>(slotMaker, firstSlots);
  }

  @Override
  public ReadSection<T> read() {
    Side<T> side = visible;
    ReadSection<T> section = slots.claim(side.mark(), side.value());
    for (Side<T> now = visible; !isSame(now, side); now = visible) {
      side = now;
      section.announce(side.mark(), side.value());
    }
    return section;
  }

  /** Nothing is shown: either side may be the next to be changed. */
  @Override
  public void glance(Consumer<? super T> look) {}

  @SuppressWarnings("ReferenceEquality") // a side made anew has the mark of the broken one
  private static <T> boolean isSame(Side<T> left, Side<T> right) {
    return left == right;
  }

  /**
   * Changes both sides; returns what the change returned for the first of them.
   *
   * <p>The change runs twice and has to do the same both times. If it throws on the first side,
   * nobody sees any of it; if only on the second, the change stands. Either way the exception is
   * passed on.
   */
  @Override
  public <R> R write(Function<? super T, ? extends R> change) {
    turn.lock();
    try {
      R result = changeHidden(change);
      turnOver();
      changeHidden(change);
      return result;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Makes several changes, which become visible together: a reader sees all of them or none.
   *
   * <p>Each is made twice and has to do the same both times. If one throws on the first side, those
   * before it are made, and nothing of it and of those behind it; if only on the second, all stand.
   * Either way the exception is passed on.
   *
   * @param maker makes one change of a side
   */
  @Override
  public <C> void writeAll(List<C> changes, BiConsumer<? super T, ? super C> maker) {
    if (changes.isEmpty()) {
      return; // nothing that would make a broken side anew before it is shown
    }
    turn.lock();
    try {
      int made = 0;
      try {
        for (C change : changes) {
          changeHidden(change, maker);
          made++;
        }
      } catch (RuntimeException | Error fatal) {
        writeAgain(changes.subList(0, made), maker, fatal);
        throw fatal;
      }
      turnOver();
      for (C change : changes) {
        changeHidden(change, maker);
      }
    } finally {
      turn.unlock();
    }
  }

  /** Makes the changes that came before the one that failed, on a hidden side made anew. */
  private <C> void writeAgain(
      List<C> changes, BiConsumer<? super T, ? super C> maker, Throwable fatal) {
    try {
      writeAll(changes, maker);
    } catch (RuntimeException | Error another) {
      fatal.addSuppressed(another);
    }
  }

  private <C> void changeHidden(C change, BiConsumer<? super T, ? super C> maker) {
    changeHidden(
        side -> {
          maker.accept(side, change);
          return true;
        });
  }

  /** Shows what was changed, and waits until nobody reads what was shown before. */
  private void turnOver() {
    Side<T> before = visible;
    visible = hidden;
    hidden = before;
    slots.awaitNone(before.mark());
  }

  private <R> R changeHidden(Function<? super T, ? extends R> change) {
    if (!hiddenIsSound) {
      hidden = new Side<>(hidden.mark(), copier.apply(visible.value()));
    }
    hiddenIsSound = false;
    R result = change.apply(hidden.value());
    hiddenIsSound = true;
    return result;
  }
}
