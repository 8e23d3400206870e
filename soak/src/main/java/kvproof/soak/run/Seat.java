package kvproof.soak.run;

import static kvproof.model.Verdict.Kind.FAILED;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import kvproof.model.KvRouter;
import kvproof.model.Verdict.Difference;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.report.Divergence.Exhibit;

/**
 * One side during one case: its router, and what it got wrong.
 *
 * <p>An exception of the router is a difference of kind {@code FAILED}; after it the router is not
 * asked again. What an oracle gets wrong is reported as a part of the {@value #ORACLES}.
 */
final class Seat {
  static final String ORACLES = "oracles";

  private final String name;
  private final FrontedRouter fronted;
  private final boolean isOracle;
  private final String expectedBy;
  private final List<Difference> differences = new ArrayList<>();
  private Optional<Exhibit> exhibit = Optional.empty();
  private List<String> exchanged = List.of();
  private boolean failed;

  private Seat(Side side, boolean isOracle, String expectedBy) {
    this.name = side.name();
    this.fronted = side.fronted();
    this.isOracle = isOracle;
    this.expectedBy = expectedBy;
  }

  static Seat ofOracle(Side side, String expectedBy) {
    return new Seat(side, true, expectedBy);
  }

  static Seat ofRouter(Side side, String expectedBy) {
    return new Seat(side, false, expectedBy);
  }

  String name() {
    return name;
  }

  KvRouter router() {
    return fronted.router();
  }

  /** The reference. */
  String expectedBy() {
    return expectedBy;
  }

  /** What went wrong so far, the first difference first. */
  List<Difference> differences() {
    return differences;
  }

  /** The answers that the first difference is about, if it is about answers. */
  Optional<Exhibit> exhibit() {
    return exhibit;
  }

  /** What the router says to a question; empty if it failed, now or before. */
  <T> Optional<T> ask(String part, String where, Function<KvRouter, T> question) {
    return askWithFront(part, where, side -> question.apply(side.router()));
  }

  /** The same, of the router and its front. */
  <T> Optional<T> askWithFront(String part, String where, Function<FrontedRouter, T> question) {
    if (failed) {
      return Optional.empty();
    }
    try {
      return Optional.of(question.apply(fronted));
    } catch (RuntimeException | AssertionError | StackOverflowError | LinkageError failure) {
      failed = true;
      add(List.of(failed(part, where, failure)));
      return Optional.empty();
    }
  }

  private Difference failed(String part, String where, Throwable failure) {
    if (failure instanceof RouterTrouble trouble) {
      exchanged = trouble.exchanged();
      String said = Objects.toString(trouble.getMessage());
      return new Difference(part, trouble.kind(), where, "an answer", expectedBy, said);
    }
    return new Difference(part, FAILED, where, "an answer", expectedBy, text(failure));
  }

  /** The last lines exchanged with a router behind lines before it could not be asked any more. */
  List<String> exchanged() {
    return exchanged;
  }

  /** Forgets what is known; an exhibit is of the first difference, and goes with it. */
  void excuse(int step, Excuse excuse) {
    if (differences.isEmpty()) {
      return;
    }
    List<Difference> left = excuse.unexplained(step, List.copyOf(differences));
    if (left.isEmpty() || !left.getFirst().equals(differences.getFirst())) {
      exhibit = Optional.empty();
    }
    differences.clear();
    differences.addAll(left);
  }

  void add(List<Difference> found) {
    for (Difference difference : found) {
      differences.add(isOracle ? amongOracles(difference) : difference);
    }
  }

  void add(List<Difference> found, Exhibit answers) {
    if (differences.isEmpty() && !found.isEmpty()) {
      exhibit = Optional.of(answers);
    }
    add(found);
  }

  private static Difference amongOracles(Difference difference) {
    return new Difference(
        ORACLES + " " + difference.part(),
        difference.kind(),
        difference.where(),
        difference.expected(),
        difference.expectedBy(),
        difference.actual());
  }

  private static String text(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return failure + (trace.length == 0 ? "" : " at " + trace[0]);
  }
}
