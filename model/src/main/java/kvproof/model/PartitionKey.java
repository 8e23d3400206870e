package kvproof.model;

import java.util.Comparator;

/**
 * Names a partition: workers of one model that are routed together.
 *
 * <p>Workers of different partitions never meet, neither as candidates nor as sources.
 */
public record PartitionKey(String modelName, String routingGroup)
    implements Comparable<PartitionKey> {

  /** Model and group of whoever names none. */
  public static final String DEFAULT_NAME = "default";

  private static final PartitionKey DEFAULTS = new PartitionKey(DEFAULT_NAME, DEFAULT_NAME);
  private static final Comparator<PartitionKey> ORDER =
      Comparator.comparing(PartitionKey::modelName).thenComparing(PartitionKey::routingGroup);

  public static PartitionKey defaults() {
    return DEFAULTS;
  }

  @Override
  public int compareTo(PartitionKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return modelName + "/" + routingGroup;
  }
}
