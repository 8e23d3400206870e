package kvproof.router.policy.resident;

/** Stands for the input in calls that only this module can make. */
public enum ResidentInput {
  RESIDENT_BLOCKS
}
