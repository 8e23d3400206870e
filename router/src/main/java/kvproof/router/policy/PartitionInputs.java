package kvproof.router.policy;

/** What the selection of a partition can give to a policy. */
final class PartitionInputs {
  static final InputSet SUPPLIED =
      InputSet.CACHE
          .plus(InputSet.LOAD)
          .plus(InputSet.PREFERRED_TAINT)
          .plus(InputSet.RESIDENT_BLOCKS);

  private PartitionInputs() {}
}
