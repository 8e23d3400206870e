package kvproof.router.index;

import java.util.Arrays;

/**
 * The sources that a walk follows beside its ranks, in groups: those that joined at one frontier.
 *
 * <p>A source is in one group at most. What ends becomes a row of {@link SharedIntervals}.
 */
final class ActiveSources {
  private final SharedIntervals ended;

  /** Members of all groups. */
  private long[] all = new long[0];

  private int[] since = new int[4];

  /** The words of the first group, then those of the second, and so on. */
  private long[] members = new long[0];

  private int groups;

  /**
   * @param ended where the intervals of sources go that ended
   */
  ActiveSources(SharedIntervals ended) {
    this.ended = ended;
  }

  /** Follows nobody; sets have so many words from now on. */
  void begin(int words) {
    if (all.length != words) {
      all = new long[words];
      members = new long[since.length * words];
    } else if (groups > 0) {
      Arrays.fill(all, 0);
    }
    groups = 0;
  }

  boolean isEmpty() {
    return groups == 0;
  }

  boolean has(int owner) {
    return OwnerBits.has(all, owner);
  }

  /** Those who are not among these owners end here. */
  void keep(int position, long[] owners) {
    long leaving = 0;
    for (int word = 0; word < all.length; word++) {
      leaving |= all[word] & ~owners[word];
      all[word] &= owners[word];
    }
    if (leaving != 0) {
      endWhoLeft(position);
    }
  }

  /** Everybody ends here. */
  void endAll(int position) {
    if (groups > 0) {
      Arrays.fill(all, 0);
      endWhoLeft(position);
    }
  }

  private void endWhoLeft(int position) {
    int kept = 0;
    for (int group = 0; group < groups; group++) {
      if (endWhoLeft(position, group)) {
        move(group, kept++);
      }
    }
    groups = kept;
  }

  /** Members of the group that are in no group any more end here; whether any are left. */
  private boolean endWhoLeft(int position, int group) {
    int base = group * all.length;
    int row = ended.add(since[group], position);
    long gone = 0;
    long left = 0;
    for (int word = 0; word < all.length; word++) {
      long before = members[base + word];
      long ends = before & ~all[word];
      ended.put(row, word, ends);
      members[base + word] = before & all[word];
      gone |= ends;
      left |= before & all[word];
    }
    if (gone == 0) {
      ended.dropLast();
    }
    return left != 0;
  }

  private void move(int from, int to) {
    if (from != to) {
      since[to] = since[from];
      System.arraycopy(members, from * all.length, members, to * all.length, all.length);
    }
  }

  /** These owners join here, but for those that are followed already and the ranks in front. */
  void join(int position, long[] owners, long[] ranks) {
    if ((groups + 1) * all.length > members.length) {
      since = Arrays.copyOf(since, 2 * groups);
      members = Arrays.copyOf(members, since.length * all.length);
    }
    int base = groups * all.length;
    long joined = 0;
    for (int word = 0; word < all.length; word++) {
      long joining = owners[word] & ~all[word] & ~ranks[word];
      members[base + word] = joining;
      all[word] |= joining;
      joined |= joining;
    }
    if (joined != 0) {
      since[groups++] = position;
    }
  }
}
