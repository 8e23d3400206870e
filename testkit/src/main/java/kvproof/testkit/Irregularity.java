package kvproof.testkit;

/** What can make an event irregular, judged against the inventories just before it. */
public enum Irregularity {
  /** A device store whose parent the same rank does not hold on the device. */
  UNKNOWN_PARENT,
  /** A device removal that leaves a block whose parent it removed. */
  REMOVAL_WITH_SURVIVORS,
  /** A store that puts a place under another external hash than its owner knew it by. */
  REHASH,
  /** A store that puts an external hash at another place than where its owner had it. */
  MOVE,
  /**
   * A store that gives a place a second external hash or an external hash a second place, over all
   * owners and tiers and the whole history.
   */
  VARIANT,
  /** A store with its parent among its own external hashes, or with one of them twice. */
  MALFORMED
}
