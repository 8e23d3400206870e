package kvproof.events.ingest.publication;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Where several routers recover from one publisher: only so many dumps are on their way at once,
 * the others wait in the order in which they came, and who asks again meanwhile starts no other.
 *
 * <p>What the buffer answers is answered at once. A dump is on its way until its router says that
 * it is {@linkplain #taken taken}, until it fails, or until its lease ends: time is what {@link
 * #advanceTo} says, in nanoseconds from 0. For any thread.
 */
public final class RecoveryDesk<E> {
  /** How many dumps are on their way at once unless another number is given. */
  public static final int MOST_DUMPS = 2;

  /** How long a dump may be on its way before its place is given away. */
  public static final Duration LEASE = Duration.ofSeconds(60);

  /**
   * How a publisher answers.
   *
   * @param buffered what it has at hand for a request; empty: only a dump answers it
   * @param dump begins to make the answer; never called more often than dumps may be on their way
   */
  public record Publisher<E>(
      Function<RangeRequest, Optional<RecoveryAnswer<E>>> buffered,
      Function<RangeRequest, CompletableFuture<RecoveryAnswer<E>>> dump) {

    public static <E> Publisher<E> of(EventPublication<E> publication) {
      return new Publisher<>(publication::buffered, publication::query);
    }
  }

  /** One dump for one router. */
  private static final class Delivery<E> {
    final String router;
    final RangeRequest request;
    final CompletableFuture<RecoveryAnswer<E>> answer = new CompletableFuture<>();
    long leaseEndNanos;
    boolean isOnItsWay;

    Delivery(String router, RangeRequest request) {
      this.router = router;
      this.request = request;
    }
  }

  private final Publisher<E> publisher;
  private final int most;
  private final Map<String, Delivery<E>> deliveries = new HashMap<>();
  private final Queue<Delivery<E>> waiting = new ArrayDeque<>();
  private int onTheirWay;
  private long started;
  private long askedAgain;
  private long expired;
  private long nowNanos;

  public RecoveryDesk(Publisher<E> publisher) {
    this(publisher, MOST_DUMPS);
  }

  /**
   * @param most dumps that may be on their way at once, at least 1
   */
  public RecoveryDesk(Publisher<E> publisher, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("at least 1 dump must be possible, not " + most);
    }
    this.publisher = publisher;
    this.most = most;
  }

  /**
   * The answer for a router, now or later. To cancel it leaves the dump alone, and the router may
   * ask for it again.
   *
   * @param router names who asks; one that asks again while its dump waits or is on its way gets
   *     that one
   */
  public CompletableFuture<RecoveryAnswer<E>> query(String router, RangeRequest request) {
    Optional<RecoveryAnswer<E>> buffered = publisher.buffered().apply(request);
    if (buffered.isPresent()) {
      return CompletableFuture.completedFuture(request.inItsFormat(buffered.get()));
    }
    Delivery<E> delivery;
    synchronized (this) {
      @Nullable Delivery<E> known = deliveries.get(router);
      if (known == null) {
        delivery = new Delivery<>(router, request);
        deliveries.put(router, delivery);
        waiting.add(delivery);
      } else {
        delivery = known;
        askedAgain++;
      }
    }
    startWaiting();
    return delivery.answer.thenApply(request::inItsFormat);
  }

  /** The router has its dump; its place is free. Harmless if there is none, or repeated. */
  public void taken(String router) {
    synchronized (this) {
      @Nullable Delivery<E> delivery = deliveries.get(router);
      if (delivery == null || !delivery.answer.isDone()) {
        return; // nobody has what was not made; a late word of an earlier one
      }
      end(delivery);
    }
    startWaiting();
  }

  /** Lets time pass; an earlier time changes nothing. */
  public void advanceTo(long nanos) {
    List<Delivery<E>> late = new ArrayList<>();
    synchronized (this) {
      nowNanos = Math.max(nowNanos, nanos);
      for (Delivery<E> delivery : deliveries.values()) {
        if (delivery.isOnItsWay && delivery.leaseEndNanos <= nowNanos) {
          late.add(delivery);
        }
      }
      late.forEach(this::end);
      expired += late.size();
    }
    late.forEach(
        delivery ->
            delivery.answer.complete(
                new RecoveryAnswer.Unanswered<>(
                    delivery.request.start(), "the dump was not taken within " + LEASE)));
    startWaiting();
  }

  /** Forgets a delivery, under the lock; nothing if it has been forgotten. */
  private void end(Delivery<E> delivery) {
    if (deliveries.remove(delivery.router, delivery)) {
      onTheirWay--;
    }
  }

  private void startWaiting() {
    for (Delivery<E> next = begin(); next != null; next = begin()) {
      Delivery<E> begun = next;
      dump(begun).whenComplete((answer, failure) -> finish(begun, answer, failure));
    }
  }

  private synchronized @Nullable Delivery<E> begin() {
    @Nullable Delivery<E> next = onTheirWay < most ? waiting.poll() : null;
    if (next != null) {
      next.isOnItsWay = true;
      next.leaseEndNanos = nowNanos + LEASE.toNanos();
      onTheirWay++;
      started++;
    }
    return next;
  }

  private CompletableFuture<RecoveryAnswer<E>> dump(Delivery<E> delivery) {
    try {
      return publisher.dump().apply(delivery.request);
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /** What failed carries nothing, so it is on its way no more and may be asked for again. */
  private void finish(
      Delivery<E> delivery, @Nullable RecoveryAnswer<E> answer, @Nullable Throwable failure) {
    if (answer instanceof RecoveryAnswer.Dump<E>) {
      delivery.answer.complete(answer);
      return;
    }
    synchronized (this) {
      end(delivery);
    }
    if (answer == null) {
      delivery.answer.complete(
          new RecoveryAnswer.Unanswered<>(delivery.request.start(), String.valueOf(failure)));
    } else {
      delivery.answer.complete(answer);
    }
    startWaiting();
  }

  /** Dumps on their way now. */
  public synchronized int onTheirWay() {
    return onTheirWay;
  }

  /** Dumps begun so far. */
  public synchronized long started() {
    return started;
  }

  /** Questions that were answered by a dump that waited or was on its way already. */
  public synchronized long askedAgain() {
    return askedAgain;
  }

  /** Dumps that nobody took. */
  public synchronized long expired() {
    return expired;
  }
}
