package kvproof.events.routerevent;

import java.util.Comparator;

/** Whose index it is: one model in one routing group. */
public record PartitionName(String model, String routingGroup)
    implements Comparable<PartitionName> {

  private static final Comparator<PartitionName> ORDER =
      Comparator.comparing(PartitionName::model).thenComparing(PartitionName::routingGroup);

  @Override
  public int compareTo(PartitionName other) {
    return ORDER.compare(this, other);
  }
}
