package kvproof.mocknixl.kvcr;

/** Where an operation of a target stands. */
public enum TargetState {
  /** Nothing was sent. */
  START_WRITE,
  /** The request is out. */
  WAITING_WRITE_DONE,
  /** Failed for its caller, but the source may still write. */
  WAITING_TERMINAL,
  /** Given up; the destination is withheld without limit. */
  QUARANTINED,
  /** Nothing writes into the destination any more. */
  FINISHED
}
