package kvproof.router.selection;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import kvproof.model.Admission;
import kvproof.model.KvHint;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.queue.BookingLease;
import kvproof.router.queue.SelectionChoice;
import kvproof.router.reuse.ReuseCounters;
import kvproof.router.selection.BookClaims.Claim;

/**
 * Requests that were not answered yet, and the answers: the rank is looked at again, the hint is
 * made of the source stored with the choice, and the booking changes hands.
 *
 * <p>While answers are held, choices stay as they are, in order.
 */
final class Answers {
  private final Partition partition;
  private final BookClaims claims;
  private final PartitionIndex index;
  private final ReuseCounters reuse;
  private final Map<String, List<OpenSelection>> open = new HashMap<>();
  private final Deque<OpenSelection> held = new ArrayDeque<>();
  private boolean isHolding;

  Answers(Partition partition, BookClaims claims, PartitionIndex index, ReuseCounters reuse) {
    this.partition = partition;
    this.claims = claims;
    this.index = index;
    this.reuse = reuse;
  }

  /**
   * @param claim of a request that reserves its id
   */
  OpenSelection begin(SelectionRequest request, SelectionListener listener, Optional<Claim> claim) {
    var selection = new OpenSelection(request, listener, claim, this);
    open.computeIfAbsent(request.id(), id -> new ArrayList<>()).add(selection);
    return selection;
  }

  /** Unanswered requests of an id, in the order they came. */
  List<OpenSelection> openUnder(String id) {
    return List.copyOf(open.getOrDefault(id, List.of()));
  }

  /** The request is answered, refused or cancelled. */
  void over(OpenSelection selection) {
    String id = selection.request().id();
    List<OpenSelection> same = open.getOrDefault(id, new ArrayList<>());
    same.remove(selection);
    if (same.isEmpty()) {
      open.remove(id);
    }
  }

  /** Gives back what the selection reserved; harmless if that happened. */
  void dropClaim(OpenSelection selection) {
    selection.claim().ifPresent(claims::drop);
  }

  /** Answers a choice now, or later while answers are held; false: it could not be delivered. */
  boolean take(OpenSelection selection) {
    if (isHolding && selection.request().admission().isQueued()) {
      held.add(selection);
      return true;
    }
    return answer(selection);
  }

  /** Forgets a choice that nobody waits for any more; false: it is not delivered. */
  boolean discard(OpenSelection selection) {
    release(Objects.requireNonNull(selection.choice()));
    return false;
  }

  /** From now on choices wait; or those that wait are answered, in order. */
  void hold(boolean holding) {
    isHolding = holding;
    while (!isHolding && !held.isEmpty()) {
      OpenSelection next = held.removeFirst();
      if (!answer(next)) {
        lease(next).ifPresent(BookingLease::close);
      }
    }
  }

  private boolean answer(OpenSelection selection) {
    SelectionChoice choice = Objects.requireNonNull(selection.choice());
    over(selection);
    boolean delivered =
        isGone(selection, choice.chosen().rank())
            ? refuseGone(selection, choice.chosen().rank())
            : deliver(selection, choice);
    release(choice);
    if (delivered) {
      selection.claim().ifPresent(Claim::answered);
    } else {
      dropClaim(selection);
    }
    return delivered;
  }

  /** A lease is the host's to end, even on a rank that left. */
  private boolean isGone(OpenSelection selection, WorkerWithDpRank rank) {
    return selection.request().admission() != Admission.LEASE
        && partition.workers().rowOf(rank) < 0;
  }

  private static boolean refuseGone(OpenSelection selection, WorkerWithDpRank rank) {
    selection
        .listener()
        .refused(new Refused(selection.request().id(), new SelectedWorkerGone(rank)));
    return false;
  }

  private boolean deliver(OpenSelection selection, SelectionChoice choice) {
    SelectionRequest request = selection.request();
    boolean isLease = request.admission() == Admission.LEASE;
    boolean delivered =
        selection
            .listener()
            .answered(
                new Answered(request.id(), hint(request.id(), choice)),
                isLease ? choice.lease() : Optional.empty());
    if (delivered && request.admission().books() && choice.lookup().isAsked()) {
      int blocks = request.localHashes().size(); // an index elsewhere may claim more
      reuse.sent(request.id(), blocks, Math.min(heldBlocks(choice), blocks));
    }
    if (delivered && isLease) {
      choice.lease().ifPresent(lease -> lease.wakeWhenFreed(partition.queue()));
    }
    if (delivered && request.admission() == Admission.BOOK) {
      choice.lease().ifPresent(BookingLease::handOver);
      index.routed(choice.chosen().rank(), request.localHashes(), request.sequenceHashes());
    }
    return delivered;
  }

  /** An index that was not asked gets nothing back. */
  private void release(SelectionChoice choice) {
    if (choice.lookup().isAsked()) {
      index.release(choice.lookup());
    }
  }

  /** What the chosen rank held of the prompt when it was looked up. */
  private static int heldBlocks(SelectionChoice choice) {
    RetainedLookup lookup = choice.lookup();
    int rank = choice.target();
    return lookup.deviceBlocks(rank)
        + lookup.hostBlocks(rank)
        + lookup.diskBlocks(rank)
        + lookup.externalBlocks(rank);
  }

  private Optional<KvHint> hint(String messageId, SelectionChoice choice) {
    if (choice.source() < 0) {
      return Optional.empty();
    }
    return choice
        .lookup()
        .hint(
            messageId,
            index.directoryFor(choice.lookup()),
            choice.target(),
            choice.source(),
            choice.chosen().creditedEnd());
  }

  private static Optional<BookingLease> lease(OpenSelection selection) {
    return Objects.requireNonNull(selection.choice()).lease();
  }

  /** Undoes a choice that waits for its answer; nothing for any other request. */
  void undo(OpenSelection selection) {
    if (held.remove(selection)) {
      lease(selection).ifPresent(BookingLease::close);
      release(Objects.requireNonNull(selection.choice()));
    }
  }
}
