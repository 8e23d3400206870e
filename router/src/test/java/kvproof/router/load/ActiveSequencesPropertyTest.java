package kvproof.router.load;

import static kvproof.router.load.Seconds.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ActiveSequencesPropertyTest {
  private static final int STEPS = 60;
  private static final double[] FRACTIONS = {0, 0.1, 0.25, 0.3, 0.5, 2.0 / 3, 0.7, 1};

  /** Few ranks, short paths over two hashes, few ids: everything collides. */
  private static final class Run {
    final SeededRandom random;
    final OptionalLong expiry;
    final ActiveSequences sequences;
    final PlainBookings plain;
    final LoadProjection projection = new LoadProjection();
    final List<String> told = new ArrayList<>();
    long now;

    Run(long seed) {
      random = new SeededRandom(seed);
      expiry = random.chance(30) ? OptionalLong.empty() : OptionalLong.of(s(random.between(1, 60)));
      sequences = new ActiveSequences(expiry);
      plain = new PlainBookings(expiry.orElse(Long.MAX_VALUE));
    }

    void step() {
      now += random.chance(40) ? s(random.below(12)) + random.below(3) : 0;
      switch (random.weighted(10, 3, 4, 6, 1, 1)) {
        case 0 -> add();
        case 1 -> completePrefill();
        case 2 -> free();
        case 3 -> addOutput();
        case 4 -> {
          told.add("expire at " + now);
          assertThat(sequences.expire(now)).isEqualTo(plain.expire(now));
        }
        default -> reconcile();
      }
    }

    private void add() {
      Booking booking =
          new Booking(id(), 0, rank(), path(), random.below(9), duration(), !random.chance(15));
      boolean registers = random.chance(60);
      told.add(booking + " at " + now);
      UnknownRank unknownRank = registers ? UnknownRank.REGISTER : UnknownRank.REFUSE;

      BookingOutcome outcome = sequences.add(booking, unknownRank, now);

      assertThat(outcome instanceof BookingOutcome.Booked)
          .isEqualTo(plain.add(booking, registers, now));
    }

    private void completePrefill() {
      String id = id();
      told.add("complete " + id + " at " + now);
      assertThat(sequences.completePrefill(id, now)).isEqualTo(plain.completePrefill(id, now));
    }

    private void free() {
      String id = id();
      told.add("free " + id + " at " + now);
      assertThat(sequences.free(id, now)).isEqualTo(plain.free(id, now));
    }

    private void addOutput() {
      String id = id();
      int blocks = random.below(4);
      double fraction = FRACTIONS[random.below(FRACTIONS.length)];
      told.add("output " + id + " " + blocks + " at " + fraction);
      assertThat(sequences.addOutputBlocks(id, blocks, fraction))
          .isEqualTo(plain.addOutput(id, blocks, fraction));
    }

    private void reconcile() {
      List<SchedulableWorker> workers = new ArrayList<>();
      for (int worker = 1; worker <= 3; worker++) {
        if (!random.chance(25)) {
          workers.add(SchedulableWorker.of(worker, 0, random.between(1, 2)));
        }
      }
      told.add("reconcile " + workers + " at " + now);
      sequences.reconcile(workers, now);
      plain.reconcile(workers, now);
    }

    private String id() {
      return "r" + random.below(8);
    }

    private WorkerWithDpRank rank() {
      return new WorkerWithDpRank(random.between(1, 3), random.below(2));
    }

    private BlockHashes path() {
      long[] path = new long[random.below(6)];
      for (int i = 0; i < path.length; i++) {
        path[i] = random.between(1, 2);
      }
      return BlockHashes.of(path);
    }

    private OptionalLong duration() {
      return random.chance(25)
          ? OptionalLong.empty()
          : OptionalLong.of(s(random.below(15)) + random.below(3));
    }

    void compare() {
      BlockHashes query = path();
      List<Long> blocks = query.stream().boxed().toList();
      sequences.project(query, now, projection);
      assertThat(sequences.ranks()).as(this::text).containsExactlyElementsOf(plain.ranks());
      for (WorkerWithDpRank rank : plain.ranks()) {
        int slot = sequences.slotOf(rank);
        assertThat(
                List.of(
                    projection.activePrefillTokens(slot),
                    projection.activeBlocks(slot),
                    projection.activeRequests(slot),
                    projection.additionalBlocks(slot)))
            .as(() -> rank + ": tokens, blocks, requests, additional to " + query + text())
            .containsExactly(
                plain.activeTokens(rank, now),
                plain.activeBlocks(rank),
                plain.activeRequests(rank),
                plain.additional(rank, blocks));
      }
      for (int i = 0; i < 8; i++) {
        assertThat(sequences.rankOf("r" + i)).isEqualTo(plain.rankOf("r" + i));
      }
    }

    String text() {
      return "\n" + String.join("\n", told) + "\nexpiry " + expiry;
    }
  }

  @Property(tries = 500)
  void countsWhatPlainListsCount(@ForAll long seed) {
    Run run = new Run(seed);
    for (int step = 0; step < STEPS; step++) {
      run.step();
      run.compare();
    }
  }

  @Property(tries = 300)
  void everythingFreedLeavesNothing(@ForAll long seed) {
    Run run = new Run(seed);
    for (int step = 0; step < STEPS; step++) {
      run.step();
    }
    switch (run.random.below(3)) {
      case 0 -> run.sequences.reconcile(List.of(), run.now);
      case 1 -> run.sequences.expire(run.now + s(10_000));
      default -> {}
    }
    for (int i = 0; i < 8; i++) {
      run.sequences.free("r" + i, run.now);
    }

    assertThat(run.sequences.promptNodes()).as(run::text).isZero();
    run.sequences.project(BlockHashes.of(1, 2), run.now, run.projection);
    for (int slot = 0; slot < run.sequences.slotCount(); slot++) {
      assertThat(run.projection.activeBlocks(slot)).as(run::text).isZero();
      assertThat(run.projection.activeRequests(slot)).isZero();
      assertThat(run.projection.activePrefillTokens(slot)).isZero();
      assertThat(run.projection.additionalBlocks(slot)).isEqualTo(2);
    }
  }
}
