package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.model.transfer.TransferAgent;

/**
 * The source's side of fetches: routes to targets, claims and pins, one write for each operation,
 * reports, refusals and fences.
 *
 * <p>Polled by {@link KvcrNode}. For one thread; {@code clock} is monotonic, in nanoseconds. A
 * request whose blocks are all in the service's own memory is posted as it is received; everything
 * else happens in {@link #advance}, at most one step of each operation a call.
 */
public final class KvcrSource {
  private final Identity self;
  private final KvcrSettings settings;
  private final PoolLayout layout;
  private final LongSupplier clock;
  private final Routes routes;
  private final FrameworkPins pins;
  private final SourceReports reports;
  private final SourceOperation.Surroundings around;

  private final Map<OperationKey, SourceOperation> open = new LinkedHashMap<>();
  private final Set<OperationKey> fenced = new HashSet<>();
  private final List<SourceEvent> events = new ArrayList<>();
  private OptionalLong lastPollNanos = OptionalLong.empty();
  private boolean isStalled;
  private boolean isStopping;

  /** The agent stays the caller's. */
  public KvcrSource(
      Identity self,
      KvcrSettings settings,
      PoolLayout layout,
      TransferAgent agent,
      ControlChannel channel,
      LongSupplier clock,
      SourceBlocks blocks) {
    this.self = self;
    this.settings = settings;
    this.layout = layout;
    this.clock = clock;
    this.routes = new Routes(agent, this::isCarrying);
    this.pins = new FrameworkPins(blocks);
    this.reports = new SourceReports(self, agent, channel, routes);
    this.around =
        new SourceOperation.Surroundings(agent, blocks, routes, pins, reports, events::add);
  }

  private boolean isCarrying(Route route) {
    return open.values().stream().anyMatch(other -> other.route() == route && other.isWriting());
  }

  /** Takes a frame of a target; frames for the target's side are ignored. */
  public void receive(KvcrFrame frame) {
    noteStall();
    switch (frame) {
      case KvcrFrame.TargetMetadata introduction -> introduce(introduction);
      case KvcrFrame.StartWrite request -> start(request);
      case KvcrFrame.WriteProbe probe -> probe(probe);
      case KvcrFrame.TargetMetadataAck ignored -> {}
      case KvcrFrame.WriteProbeAck ignored -> {}
      case KvcrFrame.WriteRefused ignored -> {}
    }
  }

  private void introduce(KvcrFrame.TargetMetadata frame) {
    if (frame.envelope().agent().isPresent()
        && frame.introduction() instanceof Introduction.Given
        && resolve(frame.envelope().agent(), frame.introduction()) instanceof Routes.Answer.Found) {
      reports.acknowledge(frame.envelope(), OptionalLong.empty());
    }
  }

  private Routes.Answer resolve(Optional<String> target, Introduction introduction) {
    if (isStopping) {
      return new Routes.Answer.Unknown("stopping");
    }
    return target
        .map(name -> routes.resolve(name, introduction))
        .orElseGet(() -> new Routes.Answer.Unknown("a target without a name"));
  }

  /* The checks of a request, in KVCR's order: its shape, the way back, the places, the moment. */

  private void start(KvcrFrame.StartWrite request) {
    Optional<String> target = target(request);
    if (request.order().isEmpty()) {
      reject(request, target, "malformed");
      return;
    }
    WriteOrder order = request.order().get();
    switch (resolve(target, request.introduction())) {
      case Routes.Answer.Unknown(String why) -> reject(request, target, why);
      case Routes.Answer.Found(Route route) ->
          problem(order, route)
              .ifPresentOrElse(
                  why -> reject(request, target, why), () -> start(request, order, route));
    }
  }

  private void start(KvcrFrame.StartWrite request, WriteOrder order, Route route) {
    if (request.introduction() instanceof Introduction.Given) {
      reports.acknowledge(request.envelope(), OptionalLong.of(request.operation()));
    }
    OperationKey key = new OperationKey(route.target(), request.operation());
    if (open.containsKey(key)) {
      return;
    }
    Optional<String> refusal = refusal(key, order);
    if (refusal.isPresent()) {
      reject(request, Optional.of(route.target()), refusal.get());
    } else {
      accept(key, order, route);
    }
  }

  /** Its own word for itself, else the word of the first place for itself. */
  private static Optional<String> target(KvcrFrame.StartWrite request) {
    return request
        .envelope()
        .agent()
        .or(
            () ->
                request
                    .order()
                    .map(order -> order.destinations().getFirst().getFirst().endPoint()));
  }

  private Optional<String> problem(WriteOrder order, Route route) {
    for (Reference reference : order.destinations().stream().flatMap(List::stream).toList()) {
      Optional<String> problem = route.problem(reference, layout);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private Optional<String> refusal(OperationKey key, WriteOrder order) {
    if (fenced.contains(key)) {
      return Optional.of("fenced");
    }
    if (isStalled) {
      return Optional.of("source_stalled");
    }
    return isMeant(order.sourceIncarnation())
        ? Optional.empty()
        : Optional.of("incarnation_mismatch");
  }

  private boolean isMeant(Optional<String> incarnation) {
    return incarnation.isEmpty() || incarnation.get().equals(self.incarnation());
  }

  /**
   * Reports a failure along a route, or else refuses. Not for an operation that is under way: a
   * target takes either as the end of all writing.
   */
  private void reject(KvcrFrame.StartWrite request, Optional<String> target, String why) {
    String name = target.orElse("");
    if (open.containsKey(new OperationKey(name, request.operation()))) {
      return;
    }
    events.add(new SourceEvent.Refused(name, request.operation(), why));
    if (isStopping || !reports.report(name, WriteDone.failed(request.operation()))) {
      reports.refuse(request.envelope(), request.operation());
    }
  }

  private void accept(OperationKey key, WriteOrder order, Route route) {
    double ownNanos = settings.operationTimeout().toNanos();
    long deadline =
        clock.getAsLong() + (long) Math.ceil(Math.min(order.remainingMillis() * 1e6, ownNanos));
    long graceNanos = settings.abandonTimeout().minus(settings.operationTimeout()).toNanos();
    SourceOperation operation =
        new SourceOperation(key, route, order, deadline, deadline + graceNanos, around);
    open.put(key, operation);
    operation.begin();
    dropIfOver(operation);
  }

  /** Whoever asks does not want the write any more, and may never get it from this incarnation. */
  private void probe(KvcrFrame.WriteProbe probe) {
    if (!isMeant(probe.sourceIncarnation())) {
      reports.answerProbe(probe, false);
      return;
    }
    OperationKey key = new OperationKey(probe.envelope().agent().orElseThrow(), probe.operation());
    fenced.add(key);
    Optional<SourceOperation> running = Optional.ofNullable(open.get(key));
    boolean terminal = running.filter(SourceOperation::isWriting).isEmpty();
    running.ifPresent(SourceOperation::cancel);
    running.ifPresent(this::dropIfOver);
    reports.answerProbe(probe, terminal);
  }

  /** Lets every operation act on what has come and on the time. */
  public void advance() {
    noteStall();
    long now = clock.getAsLong();
    lastPollNanos = OptionalLong.of(now);
    pins.poll();
    for (SourceOperation operation : List.copyOf(open.values())) {
      operation.step(now);
      dropIfOver(operation);
    }
  }

  /** For good: whoever slept for so long cannot know what was asked of it meanwhile. */
  private void noteStall() {
    long timeout = settings.operationTimeout().toNanos();
    isStalled |=
        lastPollNanos.isPresent() && clock.getAsLong() - lastPollNanos.getAsLong() >= timeout;
  }

  private void dropIfOver(SourceOperation operation) {
    if (operation.isOver()) {
      open.remove(operation.key());
    }
  }

  /** From now on every request is refused; what is under way goes on. */
  public void stop() {
    isStopping = true;
  }

  /** What happened since the last call. */
  public List<SourceEvent> takeEvents() {
    List<SourceEvent> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  /** Operations that are not over: they hold claims, pins or a transfer. */
  public int openOperations() {
    return open.size();
  }

  /** Pins of operations that are over, which the framework has not taken back yet. */
  public int unreleasedPins() {
    return pins.unreleased();
  }

  /** Targets whose metadata is loaded. */
  public int routes() {
    return routes.size();
  }

  /**
   * Stops, and gives up what is not posted. Unloads every route that carries no transfer; pins
   * whose release was refused are tried once more. What stays open afterwards is what {@link
   * #openOperations} counts.
   */
  public void close() {
    stop();
    Collection<SourceOperation> all = List.copyOf(open.values());
    all.stream().filter(operation -> !operation.isWriting()).forEach(SourceOperation::cancel);
    all.forEach(this::dropIfOver);
    pins.poll();
    routes.unloadIdle();
  }
}
