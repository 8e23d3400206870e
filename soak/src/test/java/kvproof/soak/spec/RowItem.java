package kvproof.soak.spec;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;

/** One thing that a row does or expects, with the line of its file. */
sealed interface RowItem {
  int line();

  /** An event and what becomes of it. */
  record Event(int line, KvCacheEvent event, ApplyStatus expected) implements RowItem {}

  /** A residency or worker snapshot. */
  record Snapshot(int line, IndexStep snapshot) implements RowItem {}

  /** Every held block goes, one store each, into a fresh implementation that takes over. */
  record Replay(int line) implements RowItem {}

  /** Checks on one moment; the request is absent as long as the row has no prompt. */
  record Question(int line, Optional<Request> request, List<Check> checks) implements RowItem {
    public Question {
      checks = List.copyOf(checks);
    }
  }

  /** An expectation as it stands in the row. */
  record Check(int line, String text, Expectation expectation) {}

  /**
   * A value that is expected.
   *
   * @param actual the same value of an implementation; absent: it does not offer this one
   */
  record Expectation(Object expected, Function<Seen, Optional<Object>> actual) {}

  /** What an implementation shows at one moment. */
  record Seen(Subject subject, Optional<Request> request, Optional<Answer> given) {

    Answer answer() {
      return given.orElseThrow(() -> new IllegalStateException("the row has no 'ask' yet"));
    }
  }
}
