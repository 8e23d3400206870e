package kvproof.soak.dataplane.service;

/** Where a service can be told to stop a fetch until it is let go. */
public enum Stop {
  /** At the target: the request is made and has not left. */
  BEFORE_THE_REQUEST_LEAVES,
  /** At the source: its framework has not answered for the pins. */
  BEFORE_PINS_ARE_ANSWERED,
  /** At the source: half of the write has arrived, and nothing is in flight. */
  BETWEEN_TWO_TRANSFERS,
  /** At the source: half of the write is posted, and to the agent it is pending. */
  WITHIN_A_TRANSFER,
  /** At the target: the report has come and is not taken. */
  BEFORE_THE_REPORT_IS_TAKEN
}
