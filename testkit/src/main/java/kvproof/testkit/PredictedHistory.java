package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Arrival;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * A history of routing decisions, time and requests, in place of device events of engines.
 *
 * <p>What a plain history says of other tiers, of cache owners and in snapshots is mixed in.
 */
final class PredictedHistory {
  private static final List<Long> TIMES_TO_LIVE = List.of(0L, 50L, 100L, 250L, 1000L);
  private static final int FEWEST = 8;
  private static final int MOST = 26;

  /** A request on its way: how far its blocks go, and as which attempt. */
  private static final class Attempt {
    final WorkerWithDpRank rank;
    final long incarnation;
    final String name;
    final PromptChain chain;
    int end;

    Attempt(WorkerWithDpRank rank, long incarnation, String name, PromptChain chain, int end) {
      this.rank = rank;
      this.incarnation = incarnation;
      this.name = name;
      this.chain = chain;
      this.end = end;
    }
  }

  private final HistoryDraft draft;
  private final SeededRandom random;
  private final List<CaseStep> steps = new ArrayList<>();
  private final SortedMap<WorkerWithDpRank, Long> incarnations = new TreeMap<>();
  private final List<Attempt> attempts = new ArrayList<>();
  private final List<RequestRouted> routed = new ArrayList<>();
  private final List<PromptChain> admitted = new ArrayList<>();
  private long now;
  private int named;

  private PredictedHistory(HistoryDraft draft, SeededRandom random) {
    this.draft = draft;
    this.random = random;
  }

  static List<CaseStep> of(HistoryDraft draft, SeededRandom random) {
    PredictedHistory history = new PredictedHistory(draft, random);
    history.fill(draft.steps().stream().filter(PredictedHistory::mayStay).toList());
    return List.copyOf(history.steps);
  }

  private static boolean mayStay(CaseStep step) {
    return switch (step) {
      case Stored stored -> stored.tier() != StorageTier.DEVICE;
      case Removed removed -> removed.tier() != StorageTier.DEVICE;
      case Cleared _,
          RankRemoved _,
          WorkerRemoved _,
          ResidencySnapshot _,
          WorkerSnapshot _,
          StreamState _,
          SchedulingStep _,
          Arrival _ ->
          true;
    };
  }

  private void fill(List<CaseStep> plain) {
    Mode mode = List.of(Mode.NONE, Mode.TTL, Mode.LRU).get(random.weighted(6, 40, 54));
    steps.add(new ModeChosen(mode, random.pick(TIMES_TO_LIVE)));
    int count = random.between(FEWEST, MOST);
    int mixedIn = 0;
    for (int i = 0; i < count; i++) {
      while (mixedIn < plain.size() && mixedIn * count <= i * plain.size()) {
        steps.add(plain.get(mixedIn++));
      }
      addOne(mode);
    }
    steps.addAll(plain.subList(mixedIn, plain.size()));
  }

  private void addOne(Mode mode) {
    boolean byCapacity = mode == Mode.LRU ? random.chance(75) : random.chance(5);
    if (byCapacity) {
      addCapacityStep();
      return;
    }
    switch (random.weighted(50, 38, 4, 4, 3, 1)) {
      case 0 -> route();
      case 1 -> passTime();
      case 2 -> steps.add(new RankReset(rank()));
      case 3 -> steps.add(removal());
      case 4 -> routeUnevenly();
      default -> steps.add(new ModeChosen(mode, random.pick(TIMES_TO_LIVE)));
    }
  }

  private void addCapacityStep() {
    switch (random.weighted(22, 34, 18, 20, 6)) {
      case 0 -> declare();
      case 1 -> admit();
      case 2 -> output();
      case 3 -> finish();
      default -> steps.add(new RankReset(rank()));
    }
  }

  private KvCacheEvent removal() {
    WorkerWithDpRank rank = rank();
    return random.chance(70) ? new RankRemoved(rank) : new WorkerRemoved(rank.workerId());
  }

  /** Mostly one of the first, so that much happens to one rank. */
  private WorkerWithDpRank rank() {
    List<WorkerWithDpRank> ranks = draft.population().ranks();
    return random.pick(random.chance(70) ? ranks.subList(0, Math.min(2, ranks.size())) : ranks);
  }

  /**
   * A prompt of the case, sometimes with another hash in its middle, with a hash twice, or with two
   * hashes in each other's place.
   */
  private PromptChain chain() {
    PromptChain chain = draft.families().pick(random);
    if (chain.length() < 2 || !random.chance(24)) {
      return chain;
    }
    int position = random.below(chain.length() - 1);
    return switch (random.weighted(45, 15, 40)) {
      case 0 -> withHash(chain, position, draft.freshHash());
      case 1 -> withHash(chain, position, chain.externalHashes().at(position + 1));
      default -> withTwoSwapped(chain);
    };
  }

  private PromptChain withTwoSwapped(PromptChain chain) {
    int position = random.below(chain.length() - 1);
    int other = random.between(position + 1, chain.length() - 1);
    long here = chain.externalHashes().at(position);
    long there = chain.externalHashes().at(other);
    return withHash(withHash(chain, other, here), position, there);
  }

  /** Often what was admitted before, sometimes with its blocks in another order. */
  private PromptChain chainToAdmit() {
    if (admitted.isEmpty() || random.chance(60)) {
      return chain();
    }
    PromptChain chain = random.pick(admitted);
    return chain.length() > 1 && random.chance(50) ? withTwoSwapped(chain) : chain;
  }

  private static PromptChain withHash(PromptChain chain, int position, long hash) {
    return chain.rehashed(position, position + 1, hash - position);
  }

  private int end(PromptChain chain) {
    return random.chance(4) ? 0 : draft.families().cut(random, 1, chain.length());
  }

  private void route() {
    if (!routed.isEmpty() && random.chance(25)) {
      steps.add(random.pick(routed));
      return;
    }
    PromptChain chain = chain();
    int end = end(chain);
    var request =
        new RequestRouted(
            rank(), chain.localHashes().slice(0, end), chain.externalHashes().slice(0, end));
    routed.add(request);
    steps.add(request);
  }

  private void routeUnevenly() {
    PromptChain chain = chain();
    steps.add(new RequestRouted(rank(), chain.localHashes(), BlockHashes.empty()));
  }

  /** Mostly forward, often to just before or just after a hundred milliseconds. */
  private void passTime() {
    now =
        switch (random.weighted(25, 25, 25, 20, 5)) {
          case 0 -> now + random.between(1, 30);
          case 1 -> (now / 100 + 1) * 100;
          case 2 -> (now / 100 + 1) * 100 - 1;
          case 3 -> now + random.between(100, 1300);
          default -> Math.max(0, now - random.between(0, 50));
        };
    steps.add(new TimePassed(now));
  }

  private void declare() {
    WorkerWithDpRank rank = rank();
    long incarnation = incarnations.getOrDefault(rank, 0L);
    if (incarnation == 0 || random.chance(12)) {
      incarnation++;
      incarnations.put(rank, incarnation);
    }
    OptionalLong blocks = random.chance(88) ? OptionalLong.of(random.between(1, 9)) : noCapacity();
    steps.add(new CapacityDeclared(rank, incarnation, blocks));
  }

  private OptionalLong noCapacity() {
    return random.chance(50) ? OptionalLong.empty() : OptionalLong.of(0);
  }

  private void admit() {
    WorkerWithDpRank rank = rank();
    if (!incarnations.containsKey(rank) && random.chance(85)) {
      incarnations.put(rank, 1L);
      steps.add(new CapacityDeclared(rank, 1, OptionalLong.of(random.between(2, 9))));
    }
    PromptChain chain = chainToAdmit();
    admitted.add(chain);
    int end = random.chance(40) ? random.between(0, chain.length() - 1) : end(chain);
    boolean isRepeat = !attempts.isEmpty() && random.chance(8);
    String name = isRepeat ? random.pick(attempts).name : "a" + ++named;
    Attempt attempt = new Attempt(rank, incarnation(rank), name, chain, end);
    attempts.add(attempt);
    steps.add(
        new RequestAdmitted(
            rank,
            attempt.incarnation,
            name,
            chain.localHashes().slice(0, end),
            chain.externalHashes().slice(0, end),
            random.chance(60) ? 0 : random.between(1, 2)));
  }

  /** The one that stands, or now and then another. */
  private long incarnation(WorkerWithDpRank rank) {
    long known = incarnations.getOrDefault(rank, 1L);
    return random.chance(94) ? known : known + (random.chance(50) ? 1 : -1);
  }

  private void output() {
    if (attempts.isEmpty()) {
      return;
    }
    Attempt attempt = random.pick(attempts);
    int end = Math.min(attempt.chain.length(), attempt.end + random.between(0, 3));
    steps.add(
        new OutputMaterialized(
            attempt.rank,
            attempt.incarnation,
            attempt.name,
            attempt.chain.parentAt(attempt.end),
            attempt.end,
            attempt.chain.localHashes().slice(attempt.end, end),
            attempt.chain.externalHashes().slice(attempt.end, end),
            random.below(3)));
    attempt.end = end;
  }

  /** Mostly the oldest; one that is over may be told so again. */
  private void finish() {
    if (attempts.isEmpty()) {
      return;
    }
    Attempt attempt = random.chance(60) ? attempts.getFirst() : random.pick(attempts);
    if (random.chance(80)) {
      attempts.remove(attempt);
    }
    steps.add(new RequestFinished(attempt.rank, attempt.incarnation, attempt.name));
  }
}
