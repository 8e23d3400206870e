package kvproof.router.registry;

import kvproof.router.document.DocumentNode;
import kvproof.router.policy.PolicyFactory;

/** A type of policy: makes a factory of each instance's parameters. */
@FunctionalInterface
public interface PolicyProvider {

  /** Throws {@link IllegalArgumentException} saying what is wrong with the parameters. */
  PolicyFactory factory(DocumentNode parameters);
}
