package kvproof.router.selection;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a host is warned of once, however many of its partitions it concerns: one for all indexes of
 * a host, as {@link BookClaims} is for its partitions. For one thread at a time.
 */
public final class HostWarnings {
  private final Consumer<String> told;
  private final Set<String> subjects = new HashSet<>();

  /**
   * @param told hears each warning
   */
  public HostWarnings(Consumer<String> told) {
    this.told = told;
  }

  /** Passes the warning on, unless there was one of this subject before. */
  void once(String subject, String warning) {
    if (subjects.add(subject)) {
      told.accept(warning);
    }
  }
}
