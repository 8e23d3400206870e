package kvproof.router.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class CapacityModelPropertyTest {
  private static final int STEPS = 60;

  /** Six hashes in any order, now and then one twice; small capacities, so that much is evicted. */
  @Property(tries = 1_000)
  void evictsWhatPlainListsEvict(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    int capacity = random.between(1, 12);
    CapacityModel model = new CapacityModel(capacity);
    PlainCapacity plain = new PlainCapacity(capacity);

    for (int step = 0; step < STEPS; step++) {
      int limit = capacity;
      switch (random.weighted(5, 3, 4, 1)) {
        case 0 -> {
          String attempt = "a" + step;
          BlockHashes hashes = hashes(random);
          int privateBlocks = random.below(3);
          assertThat(model.acquire(attempt, hashes, privateBlocks))
              .isEqualTo(plain.acquire(attempt, hashes, privateBlocks));
        }
        case 1 -> {
          if (!plain.open().isEmpty()) {
            String attempt = random.pick(plain.open());
            int start = random.below(6);
            BlockHashes hashes = hashes(random);
            int privateBlocks = random.below(3);
            assertThat(model.materialize(attempt, start, hashes, privateBlocks))
                .isEqualTo(plain.materialize(attempt, start, hashes, privateBlocks));
          }
        }
        case 2 -> {
          if (!plain.open().isEmpty()) {
            String attempt = random.pick(plain.open());
            assertThat(model.release(attempt)).isEqualTo(plain.release(attempt));
          }
        }
        default -> {
          limit = random.between(1, 12);
          assertThat(model.limit(limit)).isEqualTo(plain.limit(limit));
        }
      }
      capacity = limit;
      assertThat(model.residentBlocks()).isEqualTo(plain.resident());
      assertThat(model.inactiveBlocks()).isEqualTo(plain.inactive());
      assertThat(model.hashes()).isEqualTo((int) plain.hashes());
      assertThat(model.leases()).isEqualTo(plain.open().size());
      checkLaws(model, capacity);
    }
  }

  private static void checkLaws(CapacityModel model, int capacity) {
    assertThat(model.residentBlocks())
        .isGreaterThanOrEqualTo(model.activeBlocks())
        .isGreaterThanOrEqualTo(model.hashes());
    assertThat(model.activeBlocks()).isGreaterThanOrEqualTo(model.privateBlocks());
    if (model.residentBlocks() > capacity) {
      assertThat(model.inactiveBlocks()).as("over capacity by active blocks only").isZero();
    }
    assertThat(model.overCapacity()).isEqualTo(Math.max(0, model.residentBlocks() - capacity));
  }

  @Property(tries = 500)
  void neverEvictsWhatALeaseHolds(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    CapacityModel model = new CapacityModel(2);
    PlainCapacity plain = new PlainCapacity(2);

    for (int step = 0; step < STEPS; step++) {
      BlockHashes gone;
      List<String> open = plain.open();
      if (open.size() > 3 || (random.chance(30) && !open.isEmpty())) {
        String attempt = random.pick(open);
        gone = model.release(attempt);
        plain.release(attempt);
      } else {
        BlockHashes hashes = hashes(random);
        gone = model.acquire("a" + step, hashes, 0);
        plain.acquire("a" + step, hashes, 0);
      }
      assertThat(gone.stream()).noneMatch(plain::isActive).doesNotHaveDuplicates();
    }
  }

  @Property(tries = 500)
  void nothingIsActiveAfterTheLastRelease(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    int capacity = random.between(1, 9);
    CapacityModel model = new CapacityModel(capacity);
    int requests = random.between(1, 8);
    for (int i = 0; i < requests; i++) {
      model.acquire("a" + i, hashes(random), random.below(3));
    }

    for (int i = 0; i < requests; i++) {
      model.release("a" + i);
    }

    assertThat(model.activeBlocks()).isZero();
    assertThat(model.residentBlocks()).isLessThanOrEqualTo(capacity);
  }

  private static BlockHashes hashes(SeededRandom random) {
    long[] hashes = new long[random.below(5)];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = random.chance(70) ? 1 + i : random.between(1, 6);
    }
    return BlockHashes.of(hashes);
  }
}
