package kvproof.soak.dataplane.plan;

import java.util.List;

/**
 * What the blocks of a case take in all its processes together, before anything is fetched.
 *
 * @param plan of the case
 * @param processes that run at a time: one for each rank, and one that stands ready for another
 */
public record MemoryNeed(FetchPlan plan, int processes) {
  private static final int TIERS = 2;

  /** More than this on one machine is refused rather than tried. */
  public static final long MOST_BYTES = 4L << 30;

  /** Of the case that needs the most. Of no cases: {@link IllegalArgumentException}. */
  public static MemoryNeed mostOf(List<FetchPlan> plans) {
    return plans.stream()
        .map(plan -> new MemoryNeed(plan, plan.ranks().size() + 1))
        .reduce((one, other) -> other.bytes() > one.bytes() ? other : one)
        .orElseThrow(() -> new IllegalArgumentException("no case, so nothing is needed"));
  }

  /** Slots on both tiers of every process. */
  public long bytes() {
    return (long) plan.slots() * plan.layout().blockBytes() * TIERS * processes;
  }

  /** Whether it is within {@link #MOST_BYTES}. */
  public boolean isToBeHad() {
    return bytes() <= MOST_BYTES;
  }

  /** Such as {@code case 3 needs 9 GiB, for 514 blocks of 4 MiB on 2 tiers of 4 processes}. */
  @Override
  public String toString() {
    return "case %d needs %s, for %d blocks of %s on %d tiers of %d processes"
        .formatted(
            plan.number(),
            ByteSize.print(bytes()),
            plan.slots(),
            ByteSize.print(plan.layout().blockBytes()),
            TIERS,
            processes);
  }
}
