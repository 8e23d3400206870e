package kvproof.router.queue;

import kvproof.model.QueueClass;

/**
 * Whether an entry may leave the queue now (selection 5.8).
 *
 * <p>During one {@link PolicyQueue#pop} the answers must not depend on the order of the questions.
 * Must not touch the queue.
 */
@FunctionalInterface
public interface DispatchTest<T> {

  boolean isDispatchable(QueueClass queueClass, QueueEntry<T> entry);
}
