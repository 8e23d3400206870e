package kvproof.router.lane;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import kvproof.router.index.PaddedLong;
import org.jspecify.annotations.Nullable;

/**
 * A structure that is there once: readers wait while it is changed, and a writer for those who
 * read.
 *
 * <p>Writers take turns, in no order. A reader waits for one change, rarely for two or three,
 * however many are to be made, and behind a writer who waits also for those who read already: one
 * long read is waited for by all. A change that fails leaves a structure of which nothing is known:
 * whoever reads or changes it afterwards gets an {@link IllegalStateException} with what the change
 * threw as its cause.
 */
final class OneCopy<T> implements Guarded<T> {
  /*
   * Readers and the writer give way to each other in turn:
   *
   *      reader's slot   READING ------- FREE           WAITING ---- READING ---- FREE
   *      writer                    | change, change |  lets them in  |            | change
   *      changing        set, waits for READING      cleared            set, waits
   *
   * A reader announces that it reads and then looks whether somebody changes; the writer says that it
   * does and then looks at the slots. All of that is volatile, so one of the two sees the other. A
   * reader that came too late waits in its slot, and the writer, once it has done, turns whoever waits
   * into one who reads, before it or another writer goes on: nobody is passed over.
   *
   * Why not two equal sides, as LeftRight keeps: one that is not read costs as much memory and work
   * again as the other. Here a look-up waits for the event that is being applied.
   */
  private static final long READING = 1;
  private static final long WAITING = 2;

  private final T value;
  private final ReadSlots<T> slots;
  private final ReentrantLock turn = new ReentrantLock();
  private final PaddedLong waiters = new PaddedLong(0);
  private volatile boolean changing;

  /** Written by the one who changes, read by those who look at {@link #changing} first. */
  private @Nullable Throwable failure;

  OneCopy(T value) {
    this(value, ReadSection::new, ReadSlots.FIRST_SLOTS);
  }

  OneCopy(T value, Supplier<ReadSection<T>> slotMaker, int firstSlots) {
    this.value = value;
    this.slots = new ReadSlots<>(slotMaker, firstSlots);
  }

  @Override
  public ReadSection<T> read() {
    ReadSection<T> section = slots.claim(READING, value);
    if (changing) {
      awaitTurn(section);
    }
    if (failure != null) {
      section.close();
      throw unsound();
    }
    return section;
  }

  private IllegalStateException unsound() {
    return new IllegalStateException("a change failed half way, nothing can be read", failure);
  }

  private void awaitTurn(ReadSection<T> section) {
    section.set(WAITING);
    addWaiter(1);
    boolean isSeen = false; // by a writer, who lets it in when it has done
    for (int round = 0; !section.announces(READING); round++) {
      isSeen |= changing;
      if (isSeen) {
        ReadSlots.pause(round);
      } else if (section.compareAndSet(WAITING, READING) && changing) {
        section.set(WAITING); // another writer has begun, and may not have seen it
      }
    }
    addWaiter(-1);
  }

  private void addWaiter(long more) {
    long known = waiters.get();
    while (!waiters.compareAndSet(known, known + more)) {
      known = waiters.get();
    }
  }

  @Override
  public void glance(Consumer<? super T> look) {
    look.accept(value);
  }

  @Override
  public <R> R write(Function<? super T, ? extends R> change) {
    takeTurn();
    try {
      begin();
      return made(change);
    } finally {
      end();
      turn.unlock();
    }
  }

  @Override
  public <C> void writeAll(List<C> changes, BiConsumer<? super T, ? super C> maker) {
    if (changes.isEmpty()) {
      return;
    }
    takeTurn();
    try {
      begin();
      for (C change : changes) {
        if (waiters.get() > 0) {
          end();
          begin();
        }
        made(
            changed -> {
              maker.accept(changed, change);
              return true;
            });
      }
    } finally {
      end();
      turn.unlock();
    }
  }

  private <R> R made(Function<? super T, ? extends R> change) {
    if (failure != null) {
      throw unsound();
    }
    try {
      return change.apply(value);
    } catch (RuntimeException | Error fatal) {
      failure = fatal;
      throw fatal;
    }
  }

  /** Whoever has the turn mostly gives it back before this thread could go to sleep. */
  private void takeTurn() {
    if (turn.isHeldByCurrentThread()) {
      throw new IllegalStateException("a change within a change");
    }
    for (int round = 0; round < ReadSlots.ROUNDS_AWAKE; round++) {
      if (turn.tryLock()) {
        return;
      }
      ReadSlots.pause(round);
    }
    turn.lock();
  }

  private void begin() {
    changing = true;
    slots.awaitNone(READING);
  }

  /** Lets everybody in who waits. */
  private void end() {
    changing = false;
    for (ReadSection<T> section : slots.all()) {
      if (section.announces(WAITING)) {
        section.compareAndSet(WAITING, READING);
      }
    }
  }
}
