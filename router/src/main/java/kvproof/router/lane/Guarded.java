package kvproof.router.lane;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A structure that any number of threads read while others change it, by turns.
 *
 * <p>A reader sees every change whole or not at all. A thread must not change the structure, nor
 * begin to read it once more, while it reads it, nor change it within a change. Where a change that
 * failed left nothing sound, reading and changing are an {@link IllegalStateException}.
 */
sealed interface Guarded<T> permits LeftRight, OneCopy {

  /** Begins to read: the value stays as it is until the section is closed, by the same thread. */
  ReadSection<T> read();

  /** Asks one question of the value as it is now. */
  default <R> R ask(Function<? super T, ? extends R> question) {
    try (ReadSection<T> section = read()) {
      return question.apply(section.side());
    }
  }

  /**
   * Shows the value to this thread while another one may be changing it, if there is but one value:
   * for what looks without going by what it sees.
   */
  void glance(Consumer<? super T> look);

  /**
   * Makes a change; returns what it returned. It may run twice and has to do the same both times.
   * An exception that it throws is passed on.
   */
  <R> R write(Function<? super T, ? extends R> change);

  /**
   * Makes several changes in their order, maybe at once for readers, maybe one after the other. If
   * one throws, those before it are made and those behind it are not, and the exception is passed
   * on.
   *
   * @param maker makes one change of the value; it may run twice for each
   */
  <C> void writeAll(List<C> changes, BiConsumer<? super T, ? super C> maker);
}
