package kvproof.router.policy;

/** Which partition a policy is built for: one model and one routing group. */
public record PartitionReference(String modelName, String routingGroup) {
  private static final PartitionReference DEFAULT = new PartitionReference("default", "default");

  /** Where neither model nor group is named. */
  public static PartitionReference ofDefault() {
    return DEFAULT;
  }

  @Override
  public String toString() {
    return modelName + "/" + routingGroup;
  }
}
