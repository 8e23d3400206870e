package kvproof.soak.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.testkit.Drawn;
import kvproof.testkit.HistoryJudge;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class SimulatedEnginePropertyTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(3, 0);

  /** What an engine holds is what its events say, and its device never has a block alone. */
  @Property(tries = 300)
  @Tag("FS-11")
  @Tag("FS-27")
  void eventsTellExactlyWhatIsHeld(@ForAll("seeds") long seed) {
    SeededRandom random = new SeededRandom(seed);
    OwnerInventoryOracle oracle = new OwnerInventoryOracle();
    List<KvCacheEvent> events = new ArrayList<>();
    SimulatedEngine engine =
        new SimulatedEngine(RANK, 1 + random.below(12), random.below(20), events::add);

    for (int request = 0; request < 20; request++) {
      long[] prompt = prompt(random);
      if (random.chance(30)) {
        int start = random.below(prompt.length);
        engine.receive(prompt, start, start + 1 + random.below(prompt.length - start));
      }
      engine.serve(prompt);
    }
    for (KvCacheEvent event : events) {
      if (event instanceof Stored stored) {
        assertThat(held(oracle, stored.tier()))
            .as("published while it is there")
            .doesNotContainAnyElementsOf(stored.externalHashes().stream().boxed().toList());
      }
      oracle.apply(event);
    }

    for (StorageTier tier : List.of(StorageTier.DEVICE, StorageTier.HOST_PINNED)) {
      assertThat(held(oracle, tier)).isEqualTo(heldBy(engine, tier));
    }
    assertThat(HistoryJudge.isWithin(Profile.ENGINE, List.copyOf(events)))
        .as("an engine publishes an engine history")
        .isTrue();
  }

  /** A tree of prompts: the id of a block stands for the digits before it. */
  private static long[] prompt(SeededRandom random) {
    long[] ids = new long[1 + random.below(8)];
    long id = 0;
    for (int i = 0; i < ids.length; i++) {
      id = 3 * id + 1 + random.below(2);
      ids[i] = id;
    }
    return ids;
  }

  private static Set<Long> held(OwnerInventoryOracle oracle, StorageTier tier) {
    return oracle.heldBlocks().stream()
        .filter(block -> block.tier() == tier)
        .map(HeldBlock::externalHash)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Long> heldBy(SimulatedEngine engine, StorageTier tier) {
    LruTier blocks = tier == StorageTier.DEVICE ? engine.device() : engine.host();
    Set<Long> hashes = new TreeSet<>();
    for (long id = 0; id < 20_000; id++) {
      if (blocks.holds(id)) {
        hashes.add(TraceHashes.external(id));
      }
    }
    return hashes;
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Drawn.from(seed -> seed);
  }
}
