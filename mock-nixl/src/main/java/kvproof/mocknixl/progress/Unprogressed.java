package kvproof.mocknixl.progress;

/**
 * A side of a transfer that nobody drove.
 *
 * @param agent its name
 * @param transfers of a sender: how many of its transfers were under way and not polled; may be 0
 */
public record Unprogressed(Side side, String agent, int transfers) {

  /** What an agent has to do with a transfer. */
  public enum Side {
    /** Posted it, and has to poll it. */
    SENDER,
    /** Has to take the notification of it. */
    RECEIVER
  }

  /** Such as {@code sender not progressed: near, 1 transfer under way}. */
  @Override
  public String toString() {
    return switch (side) {
      case SENDER ->
          "sender not progressed: "
              + agent
              + (transfers == 1 ? ", 1 transfer" : ", " + transfers + " transfers")
              + " under way";
      case RECEIVER -> "receiver not progressed: " + agent;
    };
  }
}
