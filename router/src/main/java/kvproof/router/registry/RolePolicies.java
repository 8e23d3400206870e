package kvproof.router.registry;

import java.util.EnumMap;
import java.util.Map;
import kvproof.router.document.DocumentException;
import kvproof.router.policy.PolicyFactory;
import kvproof.router.policy.PolicyRequirements;
import kvproof.router.policy.PolicyTerms;
import kvproof.router.policy.WorkerSelectionPolicy;
import kvproof.router.policy.WorkerType;

/**
 * Builds the policy of each partition by the role of its workers.
 *
 * <p>Safe for any thread if the factories are.
 */
public final class RolePolicies implements PolicyFactory {
  private final RoleNames names;
  private final Map<WorkerType, PolicyFactory> byRole;

  RolePolicies(RoleNames names, Map<WorkerType, PolicyFactory> byRole) {
    this.names = names;
    this.byRole = new EnumMap<>(byRole);
  }

  /**
   * A policy for one partition; throws {@link IllegalArgumentException} if its inputs do not go
   * together, or if the role was not resolved.
   */
  @Override
  public WorkerSelectionPolicy create(PolicyTerms terms) {
    WorkerType role = terms.workerType();
    PolicyFactory factory = byRole.get(role);
    if (factory == null) {
      throw new IllegalArgumentException(
          "no policy was resolved for role " + role.wireName() + ", only for " + byRole.keySet());
    }
    WorkerSelectionPolicy policy = factory.create(terms);
    PolicyRequirements.violation(policy.requirements())
        .ifPresent(
            violation -> {
              throw new DocumentException(
                  "policy '" + names.of(role) + "' for role " + role.wireName() + ": " + violation);
            });
    return policy;
  }

  void tryOut(PolicyTerms trial) {
    for (WorkerType role : byRole.keySet()) {
      create(
          new PolicyTerms(
              trial.weights(),
              trial.temperature(),
              trial.blockSize(),
              role,
              trial.partition(),
              trial.random()));
    }
  }
}
