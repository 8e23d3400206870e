package kvproof.router.selection;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import kvproof.model.Admission;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError.BadRequest;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.load.ActiveSequences;
import kvproof.router.membership.PublishedPartition;
import kvproof.router.membership.WorkerTable;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.PolicyFactory;
import kvproof.router.policy.PolicyRequirements;
import kvproof.router.policy.RandomSource;
import kvproof.router.policy.WorkerSelectionPolicy;
import kvproof.router.queue.Bookings;
import kvproof.router.queue.PendingRequest;
import kvproof.router.queue.QueueParts;
import kvproof.router.queue.SchedulingQueue;
import kvproof.router.queue.Submission;
import kvproof.router.queue.VirtualClock;
import kvproof.router.reuse.ReuseCounters;
import kvproof.router.reuse.ReuseReport;
import kvproof.router.selection.BookClaims.Claim;
import org.jspecify.annotations.Nullable;

/**
 * One model and routing group: its workers, its index, its policy, its queue and its bookings.
 *
 * <p>Time is what {@link #advanceTo} says, from 0. For one thread at a time.
 */
public final class Partition {
  private final PartitionSettings settings;
  private final BookClaims claims;
  private final PartitionIndex index;
  private final SchedulingQueue queue;
  private final ReuseCounters reuse;
  private final Answers answers;

  private Partition(
      PartitionSettings settings, BookClaims claims, PartitionIndex index, QueueParts parts) {
    this.settings = settings;
    this.claims = claims;
    this.index = index;
    this.queue = new SchedulingQueue(parts);
    this.reuse = new ReuseCounters(settings.scheduler().blockSize());
    this.answers = new Answers(this, claims, index, reuse);
    queue.afterSweep(() -> claims.sweep(this), () -> claims.isHolding(this));
  }

  /**
   * Builds a partition without workers.
   *
   * <p>Throws {@link IllegalArgumentException} if its policy may not be used, before anything else
   * is opened.
   *
   * @param claims shared by all partitions of a host
   * @param warnings told if the policy wants counts that the index has not
   */
  public static Partition open(
      PartitionSettings settings,
      PolicyFactory factory,
      PartitionResources resources,
      BookClaims claims,
      Consumer<String> warnings) {
    var random = new RecordingRandom(RandomSource.splitMix(settings.scheduler().seed()));
    WorkerSelectionPolicy policy = factory.create(settings.policyTerms(random));
    PolicyRequirements.check(policy);
    var clock = new VirtualClock();
    PartitionIndex index = openIndex(settings, policy, resources, clock, warnings);
    OptionalLong expiry = settings.scheduler().expiryNanos();
    ActiveSequences sequences = resources.openSlots(expiry);
    return new Partition(
        settings,
        claims,
        index,
        new QueueParts(
            settings.scheduler(),
            settings.tracking(),
            policy,
            index,
            sequences,
            clock,
            random,
            Optional.of(resources.refresher(index)),
            resources.observer()));
  }

  private static PartitionIndex openIndex(
      PartitionSettings settings,
      WorkerSelectionPolicy policy,
      PartitionResources resources,
      VirtualClock clock,
      Consumer<String> warnings) {
    if (!policy.requirements().contains(InputSet.CACHE)) {
      return new UnaskedIndex();
    }
    PartitionIndex index = resources.openIndex(clock);
    if (PolicyRequirements.readsResidentBlocks(policy) && !index.trackResidentBlocks()) {
      warnings.accept(
          "the policy of partition "
              + settings.key()
              + " reads resident blocks, of which its index keeps no counts: they read as none");
    }
    return index;
  }

  public PartitionKey key() {
    return settings.key();
  }

  /** The workers that may run requests now. */
  public WorkerTable workers() {
    return queue.workers();
  }

  /** The index, to be told of events. */
  public PartitionIndex index() {
    return index;
  }

  /** For the fenced forms, and for hints of free capacity from elsewhere. */
  public SchedulingQueue queue() {
    return queue;
  }

  /** Takes a request; what becomes of it the listener hears, now or later. */
  public void submit(Submission submission, SelectionListener listener) {
    SelectionRequest request = submission.request();
    Optional<BadRequest> contradiction = contradiction(request);
    if (contradiction.isPresent()) {
      listener.refused(new Refused(request.id(), contradiction.get()));
      return;
    }
    Optional<Claim> claim = Optional.empty();
    if (request.admission() == Admission.BOOK) {
      claim = claims.claim(request.id(), this);
      if (claim.isEmpty()) {
        listener.refused(new Refused(request.id(), new Conflict(request.id())));
        return;
      }
    }
    OpenSelection selection = answers.begin(request, listener, claim);
    selection.queuedAs(
        request.admission().isQueued()
            ? queue.submit(submission, keepsCandidates(request.admission()), selection)
            : queue.advise(submission, selection));
  }

  private Optional<BadRequest> contradiction(SelectionRequest request) {
    int blocks = request.localHashes().size();
    int blockSize = settings.scheduler().blockSize();
    int tokens = request.promptTokens();
    return blocks <= tokens / blockSize
        ? Optional.empty()
        : Optional.of(
            new BadRequest(
                blocks + " complete blocks of " + blockSize + " tokens in a prompt of " + tokens));
  }

  /** Whether a request keeps candidates, now and when it is looked up again: fixed at arrival. */
  private boolean keepsCandidates(Admission admission) {
    return admission.books() && index.offersCandidates();
  }

  /**
   * The rank that a request would get now, past the queue; null: nobody, as after the shutdown.
   * Looks it up, chooses, and forgets it: nothing is booked and nothing allocated once warm, but a
   * policy that draws moves its random source on.
   *
   * <p>Throws {@link IllegalStateException} if it is called while the queue is at work, as from a
   * listener.
   */
  public @Nullable WorkerWithDpRank select(SelectionRequest request) {
    return queue.select(request, keepsCandidates(request.admission()));
  }

  /** Nobody waits for unanswered requests of this id any more; nothing if there are none. */
  public void cancel(String requestId) {
    List<OpenSelection> open = answers.openUnder(requestId);
    open.forEach(this::withdraw);
    open.forEach(answers::undo); // frees load, which nobody who is cancelled too may get
    queue.wake();
  }

  private void withdraw(OpenSelection selection) {
    selection.cancel();
    @Nullable PendingRequest pending = selection.pending();
    if (pending != null) {
      queue.cancel(pending);
    }
    answers.over(selection);
    answers.dropClaim(selection);
  }

  /** The prefill of a booked request is over; an unknown id changes nothing. */
  public void completePrefill(String requestId) {
    bookings().completePrefill(requestId);
    queue.wake();
  }

  /**
   * A booked request has more blocks of its own; no change for an unknown id, or untracked output.
   */
  public void addOutputBlocks(String requestId, int blocks, double fraction) {
    bookings().addOutputBlocks(requestId, blocks, fraction);
  }

  /**
   * A booked request is over, and its id free again; an unknown id changes nothing, and neither
   * does that of a request that still waits for its choice.
   */
  public void release(String requestId) {
    bookings().free(requestId);
    claims
        .of(requestId)
        .filter(claim -> claim.holder() == this && claim.isBooked())
        .ifPresent(claims::drop);
    queue.wake();
  }

  private Bookings bookings() {
    return queue.bookings();
  }

  /** Who may run requests and what hints know of them, from one publication. */
  public void publish(PublishedPartition published) {
    index.replace(published.workers());
    queue.replaceWorkers(published.members());
  }

  /** These workers may run requests from now on; what hints know of workers stays. */
  public void replaceWorkers(List<SchedulableWorker> workers) {
    queue.replaceWorkers(workers);
  }

  public void replaceHealth(WorkerHealth health) {
    queue.replaceHealth(health);
  }

  /** Lets time pass; an earlier time changes nothing. */
  public void advanceTo(long nanos) {
    queue.advanceTo(nanos);
  }

  /** From now on choices wait for their answer; or those that wait are answered, in order. */
  public void holdAnswers(boolean held) {
    answers.hold(held);
    queue.wake();
  }

  /** Refuses what is parked, and what comes from now on. */
  public void shutDown() {
    queue.shutDown();
  }

  public SchedulerState state() {
    return queue.state();
  }

  /**
   * What booked requests found held where they were sent; empty if the policy reads nothing of the
   * cache, so that nobody knows.
   */
  public Optional<ReuseReport> reuse() {
    return index instanceof UnaskedIndex ? Optional.empty() : Optional.of(reuse.report());
  }
}
