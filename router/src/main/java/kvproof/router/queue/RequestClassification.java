package kvproof.router.queue;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.AffinityTarget;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionError.InvalidClassification;

/**
 * What a request classifier sets before a request is enqueued (selection 5.13); whatever is absent
 * stays as the request says.
 *
 * @param policyClass an explicit class or a family
 * @param deadlineNanos on the queue's clock
 * @param cost at least 1, in place of the uncached tokens
 * @param target the worker it would like; dropped if the request has a pin
 */
public record RequestClassification(
    Optional<String> policyClass,
    OptionalLong deadlineNanos,
    OptionalLong cost,
    Optional<AffinityTarget> target) {

  private static final RequestClassification NONE =
      new RequestClassification(
          Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  /** Sets nothing. */
  public static RequestClassification none() {
    return NONE;
  }

  /** Why a queue cannot take it; empty if it can. Then nothing of the request is enqueued. */
  public Optional<InvalidClassification> invalidIn(PolicyQueue<?> queue) {
    if (policyClass.isPresent() && !queue.isSelectable(policyClass.get())) {
      return Optional.of(
          new InvalidClassification(
              "policy class '"
                  + policyClass.get()
                  + "' is neither an explicit class nor a family"));
    }
    if (cost.isPresent() && cost.getAsLong() < 1) {
      return Optional.of(
          new InvalidClassification("cost must be at least 1, not " + cost.getAsLong()));
    }
    return Optional.empty();
  }

  public QueueWishes applyTo(QueueWishes wishes) {
    return new QueueWishes(
        policyClass.orElse(wishes.policyClass()),
        wishes.strictPriority(),
        wishes.priorityJump(),
        deadlineNanos.isPresent() ? deadlineNanos : wishes.deadlineNanos());
  }

  /** A pin and an allow-list stay; the target takes the place of the request's own wish. */
  public RequestConstraints applyTo(RequestConstraints constraints) {
    return target.isEmpty() || constraints.pin().isPresent()
        ? constraints
        : constraints.withAffinity(target.get());
  }

  public QueueCost applyTo(QueueCost queueCost) {
    return cost.isPresent() ? queueCost.withCost(cost.getAsLong()) : queueCost;
  }
}
