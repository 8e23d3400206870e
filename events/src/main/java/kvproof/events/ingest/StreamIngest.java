package kvproof.events.ingest;

import static kvproof.events.ingest.IngestCount.APPLIED;
import static kvproof.events.ingest.IngestCount.DUMPS;
import static kvproof.events.ingest.IngestCount.FAILED_QUERIES;
import static kvproof.events.ingest.IngestCount.GAPS;
import static kvproof.events.ingest.IngestCount.MISSED;
import static kvproof.events.ingest.IngestCount.QUERIES;
import static kvproof.events.ingest.IngestCount.REPEATS;
import static kvproof.events.ingest.IngestCount.REPLAYS;
import static kvproof.events.ingest.IngestCount.RESTART_SUSPECTED;
import static kvproof.events.ingest.IngestCount.STALE;
import static kvproof.events.ingest.IngestCount.UNKNOWN_RANK;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import kvproof.events.ReplayEnd;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.WorkerWithDpRank;

/**
 * One incarnation of the stream of a rank: which batches are applied, and what is asked for again.
 *
 * <p>Takes one batch at a time, whatever the thread; its status may be read meanwhile.
 */
final class StreamIngest {
  private final StreamTerms terms;
  private final long incarnation;
  private final RankIntake own;
  private final RankIntakes intakes;
  private final Predicate<? super WorkerWithDpRank> holdsBlocks;
  private final StreamCounts counts;
  private volatile StreamCursor cursor = StreamCursor.initial();
  private volatile Optional<ReplayOutcome> lastReplay = Optional.empty();

  /**
   * @param own the intake of the stream's own rank, closed together with the stream
   * @param intakes those of all ranks, for batches that name another rank
   */
  StreamIngest(
      StreamTerms terms,
      long incarnation,
      RankIntake own,
      RankIntakes intakes,
      Predicate<? super WorkerWithDpRank> holdsBlocks,
      StreamCounts counts) {
    this.terms = terms;
    this.incarnation = incarnation;
    this.own = own;
    this.intakes = intakes;
    this.holdsBlocks = holdsBlocks;
    this.counts = counts;
  }

  /** A live batch; may ask for others first, and wait for them. */
  synchronized void receive(StreamBatch live) {
    switch (cursor.observe(live.sequence())) {
      case INITIAL -> {
        if (live.sequence() == 0) {
          apply(live, new StepAccount(cursor));
        } else {
          repair(live, holdsBlocks.test(terms.rank()));
        }
      }
      case CONTIGUOUS -> apply(live, new StepAccount(cursor));
      case GAP -> repair(live, true);
      case STALE -> stale(live.sequence());
    }
  }

  private void stale(long sequence) {
    counts.add(STALE);
    if (sequence == 0 && cursor.last().orElse(0) != 0) {
      counts.add(RESTART_SUSPECTED);
    }
  }

  /**
   * Gets what is missing in front of the batch, as far as it goes, and then applies the batch.
   *
   * @param matters what stays missing is a gap: not so if it came before anything of the rank was
   *     held, because that can only make the inventory too small
   */
  private void repair(StreamBatch live, boolean matters) {
    var account = new StepAccount(cursor);
    if (recover(live.sequence(), account)) {
      if (cursor.covers(live.sequence())) {
        counts.add(STALE);
      } else {
        apply(live, account);
      }
    }
    long missing = account.missing(cursor);
    if (matters && missing != 0) {
      counts.add(GAPS);
      counts.add(MISSED, missing);
      if (account.missingSinceClear(cursor) != 0) {
        own.gap();
      }
    }
  }

  /**
   * False if it was called off. Then the batch is left for the next one to reveal the same gap:
   * applied now, it would give up what can still be had.
   */
  private boolean recover(long target, StepAccount account) {
    return switch (terms.recovery()) {
      case StreamRecovery.None _ -> true;
      case StreamRecovery.Replay(var source) -> replay(source, target, account);
      case StreamRecovery.Peer(var source) -> {
        query(source, account);
        yield true;
      }
    };
  }

  private boolean replay(BatchSource source, long target, StepAccount account) {
    counts.add(REPLAYS);
    long start = cursor.expected();
    var record = new ReplayRecord(start);
    ReplayEnd end =
        source.replay(
            start,
            batch -> {
              if (cursor.covers(batch.sequence())) {
                counts.add(REPEATS);
                record.repeat();
              } else {
                apply(batch, account);
                record.applied(batch.sequence());
              }
            });
    lastReplay = Optional.of(record.outcome(target));
    return !(end instanceof ReplayEnd.Cancelled);
  }

  private void query(PeerSource source, StepAccount account) {
    counts.add(QUERIES);
    OptionalLong start =
        cursor.last().isPresent() ? OptionalLong.of(cursor.expected()) : OptionalLong.empty();
    switch (source.query(start)) {
      case RecoveryAnswer.Events<KvCacheEvent>(var batches, int superseded, long newest) -> {
        account.superseded(superseded);
        for (NumberedEvents<KvCacheEvent> batch : batches) {
          if (!cursor.covers(batch.id())) {
            apply(StreamBatch.of(batch.id(), batch.events()), account);
          }
        }
        cursor = StreamCursor.at(newest);
      }
      case RecoveryAnswer.Dump<KvCacheEvent>(var events, long lastEventId) -> {
        counts.add(DUMPS);
        own.dump(events);
        cursor = StreamCursor.at(lastEventId);
        account.dumped(cursor);
      }
      case RecoveryAnswer.TooNew<KvCacheEvent> _ -> {}
      case RecoveryAnswer.InvalidRange<KvCacheEvent> _,
          RecoveryAnswer.DumpFailed<KvCacheEvent> _,
          RecoveryAnswer.Unanswered<KvCacheEvent> _ ->
          counts.add(FAILED_QUERIES);
    }
  }

  /** The cursor moves last: a batch that the index did not take has not been applied. */
  private void apply(StreamBatch batch, StepAccount account) {
    boolean clears = false;
    List<KvCacheEvent> events = batch.events().get();
    try {
      for (KvCacheEvent event : events) {
        clears |= deliver(event) && isOwnClear(event);
      }
    } catch (RuntimeException | Error refusal) {
      forgetCopies(events);
      throw refusal;
    }
    counts.add(APPLIED);
    account.applied(batch.sequence(), clears);
    cursor = StreamCursor.at(batch.sequence());
  }

  /**
   * The batch will come again, and what it had counted already would count twice: better no copies
   * than blocks that outlive their removal.
   */
  private void forgetCopies(List<KvCacheEvent> events) {
    for (KvCacheEvent event : events) {
      RankIntakes.rankOf(event).flatMap(this::intakeOf).ifPresent(RankIntake::forgetCopies);
    }
  }

  private boolean deliver(KvCacheEvent event) {
    Optional<RankIntake> intake = RankIntakes.rankOf(event).flatMap(this::intakeOf);
    boolean taken = intake.isPresent() && intake.get().take(event, terms.countsCopies(), counts);
    if (!taken) {
      counts.add(UNKNOWN_RANK);
    }
    return taken;
  }

  /** The own intake is not looked up: there, a later incarnation may have taken its place. */
  private Optional<RankIntake> intakeOf(WorkerWithDpRank rank) {
    return rank.equals(terms.rank()) ? Optional.of(own) : intakes.of(rank);
  }

  private boolean isOwnClear(KvCacheEvent event) {
    return event instanceof Cleared(var rank, _) && rank.equals(Optional.of(terms.rank()));
  }

  /** Nothing of the stream's own rank reaches the index after {@code removal}. */
  void close(IndexStep removal) {
    own.close(removal);
  }

  long incarnation() {
    return incarnation;
  }

  StreamCounts counts() {
    return counts;
  }

  StreamStatus status() {
    return new StreamStatus(
        terms.rank(), incarnation, cursor, own.isGapped(), lastReplay, counts.own().byLabel());
  }
}
