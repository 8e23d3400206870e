package kvproof.router.membership;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Island.Enforcement;
import kvproof.model.PartitionKey;

/**
 * A worker's registration while it is written; what is not set keeps its default, or what the
 * registration it started from says.
 *
 * <p>For one thread. Values that cannot be are refused with {@link IllegalArgumentException}, the
 * dependent ones when the registration is taken.
 */
public final class WorkerDraft {
  private final long workerId;
  private PartitionKey partition = PartitionKey.defaults();
  private Optional<String> endpoint = Optional.empty();
  private OptionalInt blockSize = OptionalInt.empty();
  private boolean isEagle;
  private int startRank;
  private int rankCount = 1;
  private Optional<String> dataParallelGroup = Optional.empty();
  private OptionalLong maxBatchedTokens = OptionalLong.empty();
  private EventEndpoints events = EventEndpoints.none();
  private HintCapabilities hints = HintCapabilities.none();
  private SortedMap<String, String> topologyDomains = new TreeMap<>();
  private Optional<String> transferDomain = Optional.empty();
  private Optional<Enforcement> enforcement = Optional.empty();
  private OptionalDouble preferredWeight = OptionalDouble.empty();
  private SortedSet<String> taints = new TreeSet<>();

  private WorkerDraft(long workerId) {
    this.workerId = workerId;
  }

  /** A worker of the default partition, of which nothing else is known. */
  public static WorkerDraft of(long workerId) {
    return new WorkerDraft(workerId);
  }

  static WorkerDraft from(WorkerRegistration worker) {
    WorkerDraft draft = new WorkerDraft(worker.workerId());
    draft.partition = worker.partition();
    draft.endpoint = worker.endpoint();
    draft.blockSize = worker.blockSize();
    draft.isEagle = worker.isEagle();
    draft.startRank = worker.ranks().start();
    draft.rankCount = worker.ranks().count();
    draft.dataParallelGroup = worker.dataParallelGroup();
    draft.maxBatchedTokens = worker.maxBatchedTokens();
    draft.events = worker.events();
    draft.hints = worker.hints();
    draft.topologyDomains = worker.topology().domains();
    draft.transferDomain = worker.topology().transferDomain();
    draft.enforcement = worker.topology().enforcement();
    draft.preferredWeight = worker.topology().preferredWeight();
    draft.taints = worker.taints();
    return draft;
  }

  public WorkerDraft partition(PartitionKey key) {
    partition = key;
    return this;
  }

  public WorkerDraft endpoint(String text) {
    endpoint = Optional.of(text);
    return this;
  }

  public WorkerDraft blockSize(int tokens) {
    blockSize = OptionalInt.of(tokens);
    return this;
  }

  public WorkerDraft eagle(boolean hashesForEagle) {
    isEagle = hashesForEagle;
    return this;
  }

  /** First dp rank, unsigned. */
  public WorkerDraft startRank(int dpRank) {
    startRank = dpRank;
    return this;
  }

  public WorkerDraft rankCount(int dpSize) {
    rankCount = dpSize;
    return this;
  }

  /**
   * Instances of one group share one space of dp ranks; an empty text takes it out of its group.
   */
  public WorkerDraft dataParallelGroup(String name) {
    dataParallelGroup = Optional.of(name);
    return this;
  }

  public WorkerDraft maxBatchedTokens(long tokens) {
    maxBatchedTokens = OptionalLong.of(tokens);
    return this;
  }

  /** The event endpoint of a worker that has one rank. */
  public WorkerDraft eventEndpoint(String text) {
    events = new EventEndpoints(Optional.of(text), events.byRank(), events.replay());
    return this;
  }

  public WorkerDraft eventEndpoints(SortedMap<Integer, String> byRank) {
    events = new EventEndpoints(events.single(), byRank, events.replay());
    return this;
  }

  /** An empty text takes the endpoint back. */
  public WorkerDraft replayEndpoint(String text) {
    events = new EventEndpoints(events.single(), events.byRank(), Optional.of(text));
    return this;
  }

  public WorkerDraft hints(HintCapabilities capabilities) {
    hints = capabilities;
    return this;
  }

  /** The role for hints; empty: the worker takes no part in them. */
  public WorkerDraft workerType(String type) {
    hints = new HintCapabilities(type, hints.sourceControlEndpoints(), hints.eventSource());
    return this;
  }

  public WorkerDraft sourceControlEndpoints(SortedMap<Integer, String> byRank) {
    hints = new HintCapabilities(hints.workerType(), byRank, hints.eventSource());
    return this;
  }

  /** Who reports the worker's blocks, such as {@code state_agent_v2}. */
  public WorkerDraft eventSource(String mode) {
    hints =
        new HintCapabilities(hints.workerType(), hints.sourceControlEndpoints(), Optional.of(mode));
    return this;
  }

  public WorkerDraft topologyDomains(SortedMap<String, String> valueByDomain) {
    topologyDomains = valueByDomain;
    return this;
  }

  public WorkerDraft transferDomain(String domain) {
    transferDomain = Optional.of(domain);
    return this;
  }

  /** {@code required} or {@code preferred}; anything else is refused. */
  public WorkerDraft transferEnforcement(String wireName) {
    enforcement = Optional.of(Enforcement.ofWireName(wireName));
    return this;
  }

  public WorkerDraft transferPreferredWeight(double weight) {
    preferredWeight = OptionalDouble.of(weight);
    return this;
  }

  public WorkerDraft taints(SortedSet<String> all) {
    taints = all;
    return this;
  }

  public WorkerRegistration registration() {
    return new WorkerRegistration(
        workerId,
        partition,
        endpoint,
        blockSize,
        isEagle,
        new RankRange(startRank, rankCount),
        dataParallelGroup,
        maxBatchedTokens,
        events,
        hints,
        new TransferTopology(topologyDomains, transferDomain, enforcement, preferredWeight),
        taints);
  }
}
