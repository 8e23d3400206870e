package kvproof.router.queue;

import java.util.List;

/**
 * What left a queue because its deadline passed.
 *
 * @param entries by deadline, then by arrival
 * @param isHeadRemoved whether some entry was the first of its lane, so that another may go now
 */
public record ExpiredEntries<T>(List<QueueEntry<T>> entries, boolean isHeadRemoved) {

  public ExpiredEntries {
    entries = List.copyOf(entries);
  }
}
