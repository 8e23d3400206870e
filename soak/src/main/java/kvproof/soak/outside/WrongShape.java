package kvproof.soak.outside;

import com.fasterxml.jackson.databind.JsonNode;

/** An answer that has not the shape of the protocol; the message names field and value. */
final class WrongShape extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_SHOWN = 80;

  WrongShape(String message) {
    super(message);
  }

  /** {@code field 'device' has [1,0], where [worker,rank,blocks,last] is expected}. */
  static WrongShape at(String field, JsonNode value, String expected) {
    String shown = value.toString();
    return new WrongShape(
        "field '"
            + field
            + "' has "
            + (shown.length() > LONGEST_SHOWN ? shown.substring(0, LONGEST_SHOWN) + "..." : shown)
            + ", where "
            + expected
            + " is expected");
  }
}
