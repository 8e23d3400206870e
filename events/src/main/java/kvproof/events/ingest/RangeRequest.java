package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A question to a publisher: everything from {@code start} on. Without a start: what it holds.
 *
 * @param end checked against the start; it never cuts the answer
 * @param readsFailures the asker knows {@link RecoveryAnswer.DumpFailed}
 */
public record RangeRequest(OptionalLong start, OptionalLong end, boolean readsFailures) {

  public static RangeRequest from(OptionalLong start) {
    return new RangeRequest(start, OptionalLong.empty(), true);
  }

  /** Who does not know of failed dumps hears of no answer, as from a peer that is not there. */
  public <E> RecoveryAnswer<E> inItsFormat(RecoveryAnswer<E> answer) {
    return !readsFailures && answer instanceof RecoveryAnswer.DumpFailed<E>(_, var message)
        ? new RecoveryAnswer.Unanswered<>(start, message)
        : answer;
  }

  /**
   * The answer from what is buffered, the oldest first; empty if only a dump answers it.
   *
   * @param clearsAll whether everything published before the event is void
   */
  public <E> Optional<RecoveryAnswer<E>> answer(
      List<NumberedEvents<E>> buffered, Predicate<? super E> clearsAll) {
    if (start.isEmpty()) {
      return Optional.empty();
    }
    long first = start.getAsLong();
    if (end.isPresent() && Long.compareUnsigned(end.getAsLong(), first) < 0) {
      return Optional.of(new RecoveryAnswer.InvalidRange<>(first, end.getAsLong()));
    } else if (buffered.isEmpty()) {
      return Optional.empty();
    }
    long newest = buffered.getLast().id();
    if (Long.compareUnsigned(first, newest) > 0) {
      return Optional.of(new RecoveryAnswer.TooNew<>(first, end.orElse(newest), newest));
    } else if (Long.compareUnsigned(first, buffered.getFirst().id()) < 0) {
      return Optional.empty();
    }
    return Optional.of(events(from(first, buffered), clearsAll));
  }

  private static <E> List<NumberedEvents<E>> from(long first, List<NumberedEvents<E>> buffered) {
    int index = 0;
    while (Long.compareUnsigned(buffered.get(index).id(), first) < 0) {
      index++;
    }
    return buffered.subList(index, buffered.size());
  }

  /** From the last event on that made everything before it void. */
  private static <E> RecoveryAnswer<E> events(
      List<NumberedEvents<E>> range, Predicate<? super E> clearsAll) {
    long newest = range.getLast().id();
    for (int batch = range.size() - 1; batch >= 0; batch--) {
      List<E> events = range.get(batch).events();
      for (int event = events.size() - 1; event >= 0; event--) {
        if (clearsAll.test(events.get(event))) {
          return new RecoveryAnswer.Events<>(beginningAt(event, batch, range), batch, newest);
        }
      }
    }
    return new RecoveryAnswer.Events<>(range, 0, newest);
  }

  private static <E> List<NumberedEvents<E>> beginningAt(
      int event, int batch, List<NumberedEvents<E>> range) {
    List<NumberedEvents<E>> rest = new ArrayList<>(range.subList(batch, range.size()));
    rest.set(0, rest.getFirst().from(event));
    return rest;
  }
}
