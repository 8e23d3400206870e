package kvproof.router.policy;

import java.util.Optional;

/**
 * What the inputs of a policy must have in common, whichever component declared them.
 *
 * <p>Checked before anything of a partition starts, and when a configuration names the policy.
 */
public final class PolicyRequirements {
  private PolicyRequirements() {}

  /** What is wrong with a policy that declares these inputs; empty: nothing. */
  public static Optional<String> violation(InputSet declared) {
    if (declared.contains(InputSet.RESIDENT_BLOCKS) && !declared.contains(InputSet.CACHE)) {
      return Optional.of(
          "a policy that declares RESIDENT_BLOCKS must declare CACHE too, in any component;"
              + " this one declares "
              + declared);
    }
    return Optional.empty();
  }

  /** Throws {@link IllegalArgumentException} if the policy may not be used. */
  public static void check(WorkerSelectionPolicy policy) {
    violation(policy.requirements())
        .ifPresent(
            violation -> {
              throw new IllegalArgumentException(violation);
            });
  }

  /** Whether a partition has to track resident blocks for the policy. */
  public static boolean readsResidentBlocks(WorkerSelectionPolicy policy) {
    return policy.requirements().contains(InputSet.RESIDENT_BLOCKS);
  }
}
