package kvproof.model.casetext;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.CostWeights;
import kvproof.model.QueueProfile;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any step that a scheduler can be told, however senseless: what a notation must carry. */
final class SchedulingArbitraries {
  private final Arbitrary<String> texts;
  private final Arbitrary<WorkerWithDpRank> ranks;
  private final Arbitrary<BlockHashes> hashLists;

  SchedulingArbitraries(
      Arbitrary<String> texts,
      Arbitrary<WorkerWithDpRank> ranks,
      Arbitrary<BlockHashes> hashLists) {
    this.texts = texts;
    this.ranks = ranks;
    this.hashLists = hashLists;
  }

  Arbitrary<SchedulingStep> steps() {
    return Arbitraries.oneOf(
        settings().map(Configured::new),
        workers()
            .list()
            .uniqueElements(SchedulableWorker::workerId)
            .ofMaxSize(3)
            .map(WorkersReplaced::new),
        Combinators.combine(workerIds().optional(), workerIds())
            .as(
                (available, overloaded) ->
                    new HealthReplaced(new WorkerHealth(available, overloaded))),
        requests().map(Submitted::new),
        nanos().filter(time -> time >= 0).map(ClockAdvanced::new),
        texts.map(PrefillCompleted::new),
        Combinators.combine(texts, counts(), shares()).as(OutputProduced::new),
        texts.map(Released::new),
        texts.map(Cancelled::new),
        Arbitraries.of(true, false).map(AnswersHeld::new));
  }

  private static Arbitrary<Integer> counts() {
    return Arbitraries.integers().greaterOrEqual(0);
  }

  /** Round times, times of every unit, and the ends of 64 bits. */
  private static Arbitrary<Long> nanos() {
    return Arbitraries.oneOf(
        Arbitraries.longs(),
        Combinators.combine(
                Arbitraries.longs().between(-9_000, 9_000),
                Arbitraries.of(1L, 1_000L, 1_000_000L, 1_000_000_000L))
            .as((number, unit) -> number * unit),
        Arbitraries.of(0L, Long.MAX_VALUE, Long.MIN_VALUE));
  }

  private static Arbitrary<Double> weights() {
    return Arbitraries.oneOf(
        Arbitraries.of(0.0, -0.0, 0.1, 0.75, 1.0, 1e-9, Double.MIN_VALUE, Double.MAX_VALUE),
        Arbitraries.longs().map(Double::longBitsToDouble).map(Math::abs).filter(Double::isFinite));
  }

  /** From 0 to 1, with every bit of the fraction in use. */
  private static Arbitrary<Double> shares() {
    return Arbitraries.oneOf(
        Arbitraries.of(0.0, 1.0, 0.5, 0.25, 0.1, Math.nextDown(1.0), Double.MIN_VALUE),
        Arbitraries.longs().map(bits -> (bits >>> 11) * 0x1.0p-53));
  }

  private static Arbitrary<Double> anyNumbers() {
    return Arbitraries.longs().map(Double::longBitsToDouble).filter(value -> !Double.isNaN(value));
  }

  private static Arbitrary<OptionalLong> maybe(Arbitrary<Long> values) {
    return Arbitraries.oneOf(Arbitraries.just(OptionalLong.empty()), values.map(OptionalLong::of));
  }

  private static Arbitrary<OptionalDouble> maybeReal(Arbitrary<Double> values) {
    return Arbitraries.oneOf(
        Arbitraries.just(OptionalDouble.empty()), values.map(OptionalDouble::of));
  }

  private static Arbitrary<Long> limits() {
    return Arbitraries.longs().greaterOrEqual(0);
  }

  private Arbitrary<SchedulerSettings> settings() {
    Arbitrary<CostWeights> costs =
        Combinators.combine(
                weights(), weights(), weights(), weights(), shares(), shares(), shares())
            .as(CostWeights::new);
    Arbitrary<Boolean> choices = Arbitraries.of(true, false);
    Arbitrary<Integer> blockSizes = Arbitraries.integers().greaterOrEqual(1);
    Arbitrary<List<OptionalLong>> times =
        Combinators.combine(maybe(lengths()), maybe(lengths()), maybe(nanos())).as(List::of);
    return Combinators.combine(
            blockSizes, choices, costs, weights(), choices, queues(), times, Arbitraries.longs())
        .as(
            (blockSize, isDecode, cost, temperature, tracks, queue, optional, seed) ->
                new SchedulerSettings(
                    blockSize,
                    isDecode,
                    cost,
                    temperature,
                    tracks,
                    queue,
                    optional.get(0),
                    optional.get(1),
                    optional.get(2),
                    seed));
  }

  /** Of time, above 0. */
  private Arbitrary<Long> lengths() {
    return nanos().filter(time -> time > 0);
  }

  private Arbitrary<QueueProfile> queues() {
    return new QueueArbitraries(texts, maybe(limits()), maybeReal(weights())).profiles();
  }

  private Arbitrary<SchedulableWorker> workers() {
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.oneOf(Arbitraries.integers().between(0, 3), Arbitraries.integers()),
            Arbitraries.integers().between(1, SchedulableWorker.MOST_RANKS),
            maybe(Arbitraries.longs()),
            taints())
        .filter(
            (workerId, start, size, batch, taints) ->
                Integer.toUnsignedLong(start) + size <= 0xFFFF_FFFFL)
        .as(SchedulableWorker::new);
  }

  private Arbitrary<SortedSet<String>> taints() {
    return texts.set().ofMaxSize(2).map(TreeSet::new);
  }

  private static Arbitrary<SortedSet<Long>> workerIds() {
    return Arbitraries.longs().set().ofMaxSize(3).map(TreeSet::new);
  }

  private Arbitrary<SelectionRequest> requests() {
    Arbitrary<Boolean> sameHashes = Arbitraries.of(true, false);
    Arbitrary<OptionalInt> output =
        Arbitraries.oneOf(
            Arbitraries.just(OptionalInt.empty()), Arbitraries.integers().map(OptionalInt::of));
    Arbitrary<Map.Entry<Integer, OptionalInt>> tokens =
        Combinators.combine(counts(), output).as(Map::entry);
    return Combinators.combine(
            texts,
            Arbitraries.of(Admission.class),
            hashLists,
            sameHashes,
            tokens,
            constraints(),
            wishes(),
            overrides())
        .flatAs(
            (id, admission, local, isSame, numbers, constraint, wish, override) ->
                Combinators.combine(sequences(local, isSame), sharedHits().optional())
                    .as(
                        (sequence, shared) ->
                            new SelectionRequest(
                                id,
                                admission,
                                local,
                                sequence,
                                numbers.getKey(),
                                constraint,
                                wish,
                                override,
                                shared,
                                numbers.getValue())));
  }

  private static Arbitrary<BlockHashes> sequences(BlockHashes local, boolean isSame) {
    return isSame
        ? Arbitraries.just(local)
        : Arbitraries.oneOf(
            Arbitraries.just(BlockHashes.empty()),
            Arbitraries.longs().list().ofSize(local.size()).map(BlockHashes::of));
  }

  private static Arbitrary<List<BlockInterval>> sharedHits() {
    return Combinators.combine(counts(), counts())
        .as((one, other) -> new BlockInterval(Math.min(one, other), Math.max(one, other)))
        .list()
        .ofMaxSize(2);
  }

  private Arbitrary<RequestConstraints> constraints() {
    Arbitrary<AffinityTarget> targets =
        Combinators.combine(ranks, Arbitraries.of(true, false))
            .as(
                (rank, isWhole) ->
                    new AffinityTarget(
                        rank.workerId(),
                        isWhole ? OptionalInt.empty() : OptionalInt.of(rank.dpRank())));
    return Combinators.combine(
            workerIds().optional(),
            ranks.optional(),
            targets.optional(),
            taints(),
            Arbitraries.maps(texts, anyNumbers().filter(Double::isFinite)).ofMaxSize(2))
        .as(
            (allowed, pin, affinity, required, preferred) ->
                new RequestConstraints(allowed, pin, affinity, required, new TreeMap<>(preferred)));
  }

  private Arbitrary<QueueWishes> wishes() {
    return Combinators.combine(texts, Arbitraries.integers(), anyNumbers(), maybe(nanos()))
        .as(QueueWishes::new);
  }

  private static Arbitrary<RequestOverride> overrides() {
    Arbitrary<Optional<Boolean>> choices = Arbitraries.of(true, false).optional();
    return Combinators.combine(
            maybeReal(weights()),
            maybeReal(weights()),
            maybeReal(weights()),
            maybeReal(shares()),
            choices,
            choices)
        .as(RequestOverride::new);
  }
}
