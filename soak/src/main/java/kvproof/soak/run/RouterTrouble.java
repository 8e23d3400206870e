package kvproof.soak.run;

import java.util.List;
import kvproof.model.Verdict.Kind;

/**
 * A router could not be asked, or what it wrote is no answer; the message says which and where.
 *
 * <p>It carries what a report shows beside the message: the last lines that were exchanged with the
 * router, and the last ones of its standard error.
 */
public final class RouterTrouble extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final transient List<String> exchanged;

  public RouterTrouble(Kind kind, String message, List<String> exchanged) {
    super(message);
    this.kind = kind;
    this.exchanged = List.copyOf(exchanged);
  }

  public Kind kind() {
    return kind;
  }

  /** Lines for a person, the oldest first. */
  public List<String> exchanged() {
    return exchanged;
  }
}
