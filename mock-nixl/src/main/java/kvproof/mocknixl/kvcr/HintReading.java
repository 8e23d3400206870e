package kvproof.mocknixl.kvcr;

/** What a target makes of a router's hint. */
public sealed interface HintReading {

  /** The hint can be used. */
  record Accepted(FetchHint hint) implements HintReading {}

  /**
   * The hint is not used, and whatever hint the request had stays.
   *
   * @param value what is wrong, in words for a person
   */
  record Refused(Reason reason, String value) implements HintReading {
    @Override
    public String toString() {
      return reason.text + ": " + value;
    }
  }

  /** Why a hint is refused. */
  enum Reason {
    INVALID("invalid router hint"),
    NO_RETAIN("no_retain is not supported"),
    NOT_A_COPY("only copy is supported"),
    NO_SOURCE("hints without a source are not supported");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }
}
