package kvproof.router.policy;

/** What a filter says of a rank. */
public sealed interface FilterVerdict {

  /** The rank stays. */
  static FilterVerdict keep() {
    return Kept.KEPT;
  }

  /** The rank leaves this selection; no further filter sees it. */
  static FilterVerdict reject() {
    return Rejected.REJECTED;
  }

  /** The filter cannot tell: the whole selection fails. */
  static FilterVerdict failed(String reason) {
    return new Failed(reason);
  }

  /** {@link #keep} if {@code isKept}, else {@link #reject}. */
  static FilterVerdict keepIf(boolean isKept) {
    return isKept ? keep() : reject();
  }

  enum Kept implements FilterVerdict {
    KEPT
  }

  enum Rejected implements FilterVerdict {
    REJECTED
  }

  record Failed(String reason) implements FilterVerdict {}
}
