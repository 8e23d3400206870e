package kvproof.router.registry;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.router.document.DocumentException;
import kvproof.router.policy.PolicyFactory;
import kvproof.router.policy.PolicyTerms;
import kvproof.router.policy.WorkerType;

/**
 * The types of policies that a program has.
 *
 * <p>Filled and asked at startup, by one thread.
 */
public final class PolicyRegistry {
  private final SortedMap<String, PolicyProvider> providers = new TreeMap<>();
  private final Optional<PolicyFactory> builtIn;

  private PolicyRegistry(Optional<PolicyFactory> builtIn) {
    this.builtIn = builtIn;
  }

  /** A program with a built-in policy. */
  public static PolicyRegistry withDefault(PolicyFactory builtIn) {
    return new PolicyRegistry(Optional.of(builtIn));
  }

  /** A program without one: no role can do without a type. */
  public static PolicyRegistry withoutDefault() {
    return new PolicyRegistry(Optional.empty());
  }

  /** Throws {@link DocumentException} for a type that is taken, reserved, or without a name. */
  public PolicyRegistry register(String type, PolicyProvider provider) {
    if (type.isEmpty()) {
      throw new DocumentException("a policy type has no name");
    }
    if (type.equals(WorkerSelection.DEFAULT)) {
      throw new DocumentException("policy type 'default' is the built-in policy's name");
    }
    if (providers.putIfAbsent(type, provider) != null) {
      throw new DocumentException("policy type '" + type + "' is registered already");
    }
    return this;
  }

  /**
   * The policies of all roles.
   *
   * <p>Builds a policy of each on trial, so that one that may not be used is refused here.
   *
   * @param trial terms for policies that nobody will use; the role is filled in
   */
  public RolePolicies resolve(WorkerSelection selection, RoleNames names, PolicyTerms trial) {
    return resolve(selection, names, List.of(WorkerType.values()), trial);
  }

  /** The policy of one role; types that other roles name need not be there. */
  public RolePolicies resolve(
      WorkerSelection selection, RoleNames names, WorkerType role, PolicyTerms trial) {
    return resolve(selection, names, List.of(role), trial);
  }

  private RolePolicies resolve(
      WorkerSelection selection, RoleNames names, List<WorkerType> roles, PolicyTerms trial) {
    Map<String, PolicyFactory> factories = new TreeMap<>(); // roles share an instance
    Map<WorkerType, PolicyFactory> byRole = new EnumMap<>(WorkerType.class);
    for (WorkerType role : roles) {
      String name = names.of(role);
      PolicyFactory factory = factories.get(name);
      if (factory == null) {
        factory = factory(selection, name);
        factories.put(name, factory);
      }
      byRole.put(role, factory);
    }
    var policies = new RolePolicies(names, byRole);
    policies.tryOut(trial);
    return policies;
  }

  private PolicyFactory factory(WorkerSelection selection, String name) {
    if (name.equals(WorkerSelection.DEFAULT)) {
      return builtIn.orElseThrow(
          () -> new DocumentException("the program has no built-in policy: name an instance"));
    }
    PolicyInstance instance = selection.instances().get(name);
    if (instance == null) {
      throw new DocumentException(
          "unknown policy instance '"
              + name
              + "'; instances: "
              + WorkerSelection.listed(selection.instances()));
    }
    PolicyProvider provider = providers.get(instance.type());
    if (provider == null) {
      throw new DocumentException(
          "unknown policy type '"
              + instance.type()
              + "' of instance '"
              + name
              + "'; types: "
              + WorkerSelection.listed(providers));
    }
    return factory(instance, provider);
  }

  private static PolicyFactory factory(PolicyInstance instance, PolicyProvider provider) {
    try {
      return provider.factory(instance.parameters());
    } catch (IllegalArgumentException badParameters) {
      throw new DocumentException(
          "parameters of policy instance '" + instance.name() + "': " + badParameters.getMessage(),
          badParameters);
    }
  }
}
