package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.model.transfer.AgentMetadata;

/**
 * The target's side of fetches: hints per request, operations with their deadlines, probes and
 * quarantine.
 *
 * <p>Polled by {@link KvcrNode}: what arrived is handed over first, then {@link #advance} lets
 * every operation take at most one step. For one thread; {@code clock} is monotonic, in
 * nanoseconds.
 */
public final class KvcrTarget {
  private final Identity self;
  private final KvcrSettings settings;
  private final LongSupplier clock;
  private final Catalogue catalogue;
  private final SourceEndpoints sources;
  private final RequestHints hints;
  private final Map<Long, TargetOperation> operations = new LinkedHashMap<>();
  private final List<TargetEvent> events = new ArrayList<>();
  private long nextHandle;

  /**
   * A service that takes the name of one that has ended must start later, by its clock, by more
   * nanoseconds than that one had operations: handles are counted on from the time.
   *
   * @param metadata taken after all memory was registered
   * @param catalogue of the memory in which this service takes blocks
   */
  public KvcrTarget(
      Identity self,
      KvcrSettings settings,
      ControlChannel channel,
      LongSupplier clock,
      AgentMetadata metadata,
      Catalogue catalogue) {
    this.self = self;
    this.settings = settings;
    this.clock = clock;
    this.catalogue = catalogue;
    this.sources =
        new SourceEndpoints(
            self, settings, new Introduction.Given(metadata, catalogue), channel, clock);
    this.hints = new RequestHints(settings.opportunistic());
    this.nextHandle = clock.getAsLong();
  }

  /**
   * Gives the request this hint; with eager connect the source is told of this target.
   *
   * <p>Again with the same source: the hashes are replaced, and nothing is failed or missing any
   * more. With another source: the request's hint has failed, until it is discarded.
   */
  public void submitHint(String requestId, FetchHint hint) {
    boolean isTaken = hints.submit(requestId, hint);
    if (isTaken && settings.eagerConnect()) {
      sources.introduce(hint.sourceEndpoint());
    }
  }

  /** Forgets the request's hint; harmless if there is none. */
  public void discardHint(String requestId) {
    hints.discard(requestId);
  }

  /** Hints that were submitted and not discarded, failed ones too. */
  public int hintsKept() {
    return hints.size();
  }

  /** Whether {@link #fetch} would ask for this key. */
  public boolean isFetchable(String requestId, BlockKey key) {
    return hints.isFetchable(requestId, key);
  }

  /** Whether the request's hint has failed and serves nothing any more. */
  public boolean isHintFailed(String requestId) {
    return hints.isFailed(requestId);
  }

  /** Whether the source at that endpoint has acknowledged this target's metadata. */
  public boolean isAcknowledged(String endpoint) {
    return sources.isAcknowledged(endpoint);
  }

  /**
   * Whoever listens at that endpoint may be another one now: it is told of this target anew with
   * the next hint or request, and is anybody until it answers. Harmless if it is unknown.
   */
  public void forget(String endpoint) {
    sources.forget(endpoint);
  }

  /**
   * Asks for those of the blocks that are fetchable, into memory that the service owns; the others
   * have failed. At least one block, each once. Destinations belong to the operation until {@link
   * TargetEvent.Quiet}, which comes at once if there is nothing to ask for.
   *
   * @return the operation's handle, never used twice
   */
  public long fetch(String requestId, List<WantedBlock> wanted) {
    return call(requestId, wanted, true, key -> hints.isFetchable(requestId, key));
  }

  /** As {@link #fetch}, into the framework's memory, whatever the hint's hashes say. */
  public long deliver(String requestId, List<WantedBlock> wanted) {
    return call(requestId, wanted, false, key -> hints.isDeliverable(requestId, key));
  }

  private long call(
      String requestId, List<WantedBlock> wanted, boolean isFetch, Predicate<BlockKey> isToBeHad) {
    requireUsable(wanted, isFetch);
    long nowNanos = clock.getAsLong();
    TargetOperation.Call call =
        new TargetOperation.Call(
            requestId,
            hints.source(requestId).orElse(""),
            isFetch,
            wanted.stream().map(WantedBlock::key).toList(),
            wanted.stream().filter(block -> isToBeHad.test(block.key())).toList(),
            nowNanos + settings.operationTimeout().toNanos(),
            nowNanos + settings.abandonTimeout().toNanos());
    long handle = nextHandle++;
    if (call.asked().isEmpty()) {
      failAtOnce(handle, call, nowNanos);
    } else {
      operations.put(handle, new TargetOperation(handle, call, sources, hints, events::add));
    }
    return handle;
  }

  /** There is nobody to ask, or nothing to ask for; the hint is no worse for it. */
  private void failAtOnce(long handle, TargetOperation.Call call, long nowNanos) {
    events.add(new TargetEvent.Entered(handle, TargetState.FINISHED, nowNanos));
    events.add(
        new TargetEvent.Completed(
            handle, call.requestId(), false, List.of(), call.wanted(), false, false));
    events.add(new TargetEvent.Quiet(handle));
  }

  private void requireUsable(List<WantedBlock> wanted, boolean isFetch) {
    Set<BlockKey> keys = new HashSet<>();
    for (WantedBlock block : wanted) {
      if (!keys.add(block.key())) {
        throw new IllegalArgumentException("block " + block.key() + " is wanted twice in one call");
      }
      block.destination().forEach(reference -> requireOwn(reference, isFetch));
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("no block is wanted");
    }
  }

  /** Others write to where a reference points, so it must point into this service's memory. */
  private void requireOwn(Reference reference, boolean isFetch) {
    Optional<CatalogueRegion> region = catalogue.region(reference);
    boolean isOwn =
        reference.endPoint().equals(self.agent())
            && reference.framework() != isFetch
            && region.filter(memory -> reference.elementIndex() < memory.count()).isPresent();
    if (!isOwn) {
      throw new IllegalArgumentException(
          "%s is no place for a %s by %s: name an element of its catalogue %s"
              .formatted(reference, isFetch ? "fetch" : "deliver", self.agent(), catalogue));
    }
  }

  /**
   * The caller does not want the blocks any more: as if the deadline had passed now. Without effect
   * on an operation that has failed or finished.
   */
  public void cancel(long operation) {
    running(operation).ifPresent(TargetOperation::cancel);
  }

  /** Takes a frame of a source; frames for the source's side are ignored. */
  public void receive(KvcrFrame frame) {
    switch (frame) {
      case KvcrFrame.TargetMetadataAck ack -> acknowledged(ack);
      case KvcrFrame.WriteRefused refusal -> refused(refusal);
      case KvcrFrame.WriteProbeAck answer -> probeAnswered(answer);
      case KvcrFrame.TargetMetadata forSource -> {}
      case KvcrFrame.StartWrite forSource -> {}
      case KvcrFrame.WriteProbe forSource -> {}
    }
  }

  private void acknowledged(KvcrFrame.TargetMetadataAck ack) {
    ack.envelope().senderEndpoint().ifPresent(sources::acknowledge);
    Optional<TargetOperation> operation =
        ack.operation().isPresent()
            ? running(ack.operation().getAsLong()).filter(own -> isAnsweredBy(own, ack))
            : Optional.empty();
    ack.envelope().incarnation().ifPresent(life -> learn(ack, operation, life));
  }

  private void learn(
      KvcrFrame.TargetMetadataAck ack, Optional<TargetOperation> operation, String incarnation) {
    ack.envelope().senderEndpoint().ifPresent(endpoint -> sources.record(endpoint, incarnation));
    operation.ifPresent(own -> own.learn(incarnation));
  }

  /** Whatever answers there, it is not the process that took this target's metadata. */
  private void refused(KvcrFrame.WriteRefused refusal) {
    running(refusal.operation())
        .filter(operation -> isAnsweredBy(operation, refusal))
        .ifPresent(
            operation -> {
              operation.refuse();
              sources.forgetAcknowledgement(operation.source());
              sources.forgetIncarnation(operation.source(), operation.expectedIncarnation());
            });
  }

  private void probeAnswered(KvcrFrame.WriteProbeAck answer) {
    running(answer.operation())
        .filter(operation -> isAnsweredBy(operation, answer))
        .filter(operation -> isPromise(answer, operation.expectedIncarnation()))
        .ifPresent(TargetOperation::fence);
  }

  /** Another life of the source knows nothing of what this one did, unless it knows it is dead. */
  private static boolean isPromise(KvcrFrame.WriteProbeAck answer, Optional<String> expected) {
    Optional<String> promising =
        answer.terminal() ? answer.envelope().incarnation() : Optional.empty();
    return expected.isPresent()
        && (expected.equals(promising) || expected.equals(answer.deadIncarnation()));
  }

  private static boolean isAnsweredBy(TargetOperation operation, KvcrFrame frame) {
    return frame.envelope().senderEndpoint().filter(operation.source()::equals).isPresent();
  }

  /** Takes a report, whoever sent it. */
  public void receive(WriteDone report) {
    running(report.operation()).ifPresent(operation -> operation.report(report));
  }

  private Optional<TargetOperation> running(long handle) {
    return Optional.ofNullable(operations.get(handle));
  }

  /** Lets every operation act on what was received since the last call, and on the time. */
  public void advance() {
    long nowNanos = clock.getAsLong();
    operations.values().forEach(operation -> operation.advance(nowNanos));
    operations.values().removeIf(TargetOperation::isFinished);
  }

  /** What happened since the last call. */
  public List<TargetEvent> takeEvents() {
    List<TargetEvent> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  /** Operations that are not finished. While there are any, no destination may be freed. */
  public int openOperations() {
    return operations.size();
  }
}
