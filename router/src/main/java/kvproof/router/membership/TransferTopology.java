package kvproof.router.membership;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Island;
import kvproof.model.Island.Enforcement;
import kvproof.model.RequestConstraints;

/**
 * Where a worker stands, and what that means for moving cache to and from it: selection 7.4.
 *
 * @param domains value by domain name, such as {@code zone} to {@code a}
 * @param transferDomain the domain that counts for transfers; absent: none does
 * @param enforcement absent: islands are a preference
 * @param preferredWeight of the taint of a preferred domain; 0 to 1
 */
public record TransferTopology(
    SortedMap<String, String> domains,
    Optional<String> transferDomain,
    Optional<Enforcement> enforcement,
    OptionalDouble preferredWeight) {

  private static final TransferTopology NONE =
      new TransferTopology(
          new TreeMap<>(), Optional.empty(), Optional.empty(), OptionalDouble.empty());

  public TransferTopology {
    domains = unmodifiableSortedMap(new TreeMap<>(domains));
    if (preferredWeight.isPresent()
        && !(preferredWeight.getAsDouble() >= 0 && preferredWeight.getAsDouble() <= 1)) {
      throw new IllegalArgumentException(
          "kv_transfer_preferred_weight must be from 0 to 1, not " + preferredWeight.getAsDouble());
    }
  }

  public static TransferTopology none() {
    return NONE;
  }

  /** The taint that stands for a place: {@code dynamo.topology/zone=a}. */
  public static String taint(String domain, String value) {
    return "dynamo.topology/" + domain + "=" + value;
  }

  /** One taint for each domain; a host gives them to the worker, the catalog does not. */
  public SortedSet<String> taints() {
    SortedSet<String> taints = new TreeSet<>();
    domains.forEach((domain, value) -> taints.add(taint(domain, value)));
    return taints;
  }

  /** Absent without a transfer domain, or if the worker has no value for it. */
  public Optional<Island> island() {
    return transferDomain.flatMap(
        domain ->
            Optional.ofNullable(domains.get(domain))
                .map(
                    value -> new Island(domain, value, enforcement.orElse(Enforcement.PREFERRED))));
  }

  /**
   * The constraints of a decode selection after this prefill worker: its place is required or
   * preferred, besides what is required or preferred already.
   *
   * <p>Without a transfer domain nothing is added. Throws {@link IllegalArgumentException} if the
   * worker has no value for its domain, does not say how it is enforced, or gives no weight for a
   * preference.
   */
  public RequestConstraints constrainDecode(RequestConstraints constraints) {
    if (transferDomain.isEmpty()) {
      return constraints;
    }
    String domain = transferDomain.get();
    String taint = taint(domain, valueOf(domain));
    return switch (enforcement.orElseThrow(() -> lacks(domain, "kv_transfer_enforcement"))) {
      case REQUIRED -> {
        SortedSet<String> required = new TreeSet<>(constraints.requiredTaints());
        required.add(taint);
        yield constraints.withRequiredTaints(required);
      }
      case PREFERRED -> {
        double weight =
            preferredWeight.orElseThrow(() -> lacks(domain, "kv_transfer_preferred_weight"));
        SortedMap<String, Double> preferred = new TreeMap<>(constraints.preferredTaints());
        preferred.put(taint, weight);
        yield constraints.withPreferredTaints(preferred);
      }
    };
  }

  private String valueOf(String domain) {
    String value = domains.get(domain);
    if (value == null) {
      throw lacks(domain, "value in topology_domains");
    }
    return value;
  }

  private static IllegalArgumentException lacks(String domain, String what) {
    return new IllegalArgumentException("kv_transfer_domain '" + domain + "' has no " + what);
  }
}
