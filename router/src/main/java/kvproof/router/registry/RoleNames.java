package kvproof.router.registry;

import static java.util.Collections.unmodifiableMap;
import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import kvproof.router.policy.WorkerType;

/**
 * The instance that each role of workers gets, by name.
 *
 * @param names for every role; {@link WorkerSelection#DEFAULT} is the built-in policy
 */
public record RoleNames(Map<WorkerType, String> names) {

  /** Where a host finds a name for all roles. */
  public static final String ENVIRONMENT_VARIABLE = "DYN_ROUTER_WORKER_SELECTION_POLICY";

  /** Throws {@link IllegalArgumentException} if a role has no name. */
  public RoleNames {
    Map<WorkerType, String> named = new EnumMap<>(WorkerType.class);
    named.putAll(names);
    if (named.size() < WorkerType.values().length) {
      throw new IllegalArgumentException("some role has no policy: " + named);
    }
    names = unmodifiableMap(named);
  }

  /**
   * A stage's own name, else the environment's, else the document's; blank names count as none.
   *
   * @param stages by role, for prefill and decode only
   * @param everywhere what {@link #ENVIRONMENT_VARIABLE} says
   */
  public static RoleNames of(
      Map<WorkerType, String> stages, Optional<String> everywhere, WorkerSelection document) {
    Map<WorkerType, String> names = new EnumMap<>(WorkerType.class);
    for (WorkerType role : WorkerType.values()) {
      String name =
          Stream.of(
                  Optional.ofNullable(stages.get(role)),
                  everywhere,
                  Optional.ofNullable(document.roles().get(role)))
              .flatMap(Optional::stream)
              .map(String::strip)
              .filter(candidate -> !candidate.isEmpty())
              .findFirst()
              .orElse(WorkerSelection.DEFAULT);
      names.put(role, name);
    }
    return new RoleNames(names);
  }

  public String of(WorkerType role) {
    return requireNonNull(names.get(role));
  }
}
