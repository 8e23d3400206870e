package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class BlockIndexPropertyTest {

  @Property(tries = 400)
  void runsKeepTheirRulesAfterEveryEvent(@ForAll("irregular") Case drawn) {
    TieredIndex index = new TieredIndex();

    for (IndexStep step : drawn.indexSteps()) {
      if (step instanceof KvCacheEvent event) {
        index.apply(event);
        for (StorageTier tier : StorageTier.values()) {
          BlockIndex known = index.tier(tier);
          if (known != null) {
            BlockIndexRules.check(known, index.owners().size());
          }
        }
      }
    }
  }

  @Property(tries = 200)
  @Tag("FS-61")
  void nothingIsLeftOnceEverybodyIsCleared(@ForAll("irregular") Case drawn) {
    TieredIndex index = new TieredIndex();
    applyAll(index, drawn);

    for (int owner = 0; owner < index.owners().size(); owner++) {
      index.apply(
          switch (index.owners().owner(owner)) {
            case WorkerWithDpRank rank -> Cleared.of(rank);
            case CacheOwner cacheOwner -> Cleared.of(cacheOwner);
          });
    }

    for (StorageTier tier : StorageTier.values()) {
      BlockIndex known = index.tier(tier);
      assertThat(known == null ? 0 : known.runs()).as("runs left on %s", tier).isZero();
    }
  }

  @Property(tries = 200)
  void anInventoryDoesNotDependOnTheOrderOfItsBlocks(
      @ForAll("irregular") Case drawn, @ForAll long seed) {
    TieredIndex index = new TieredIndex();
    applyAll(index, drawn);
    List<HeldBlock> held = index.heldBlocks();

    TieredIndex again = new TieredIndex();
    new SeededRandom(seed).shuffled(held).forEach(block -> again.apply(BlockStores.storeOf(block)));

    assertThat(again.heldBlocks()).isEqualTo(held);
  }

  private static void applyAll(TieredIndex index, Case drawn) {
    for (IndexStep step : drawn.indexSteps()) {
      if (step instanceof KvCacheEvent event) {
        index.apply(event);
      }
    }
  }

  @Provide
  Arbitrary<Case> irregular() {
    return Drawn.plainCases(Profile.IRREGULAR);
  }
}
