package kvproof.soak.relation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.DumpingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.soak.run.Finished;
import kvproof.soak.run.LyingRouter;
import kvproof.soak.run.Side;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RestoreCheckTest {
  /** A hole on the device, a detached block below it, a gap, and a tier that was emptied again. */
  private static final Case EVERYTHING_A_DUMP_HAS_TO_TELL =
      CaseText.parse(
          """
          kvproof-case 1
          profile irregular
          seed 0x7
          owners project K1 2/0
          store 1/0 device root 1:101 2:102 3:103
          store 2/0 host_pinned root 1:101 2:102
          remove 1/0 device 102
          store K1 disk 102 3:103
          store 2/0 external root 1:101
          remove 2/0 external 101
          gap 2/0
          store 3/0 device root
          ask q1 local 1 2 3 targets 1/0 3/0
          """);

  /** Tells the truth, also in its dumps. */
  private static class Dumps extends LyingRouter implements DumpingRouter {
    @Override
    public List<Stored> dumpEvents() {
      List<Stored> events = new ArrayList<>();
      for (HeldBlock block : heldBlocks()) {
        events.add(
            new Stored(
                block.owner(),
                block.tier(),
                block.parent(),
                BlockHashes.of(block.localHash()),
                BlockHashes.of(block.externalHash())));
      }
      return events;
    }
  }

  private static List<Difference> broken(Side side, Case soakCase) {
    FinishedCase finished = Finished.of(soakCase, side);
    List<Difference> found = new ArrayList<>();
    for (Relation relation : RestoreCheck.ALL) {
      found.addAll(RelationCheck.broken(relation, finished, new Digest()));
    }
    return found;
  }

  private static List<Difference> broken(Supplier<LyingRouter> router) {
    return broken(LyingRouter.side(router), EVERYTHING_A_DUMP_HAS_TO_TELL);
  }

  @ParameterizedTest
  @EnumSource
  void referenceRouterIsRestoredFromItsDumps(Profile profile) {
    for (long index = 0; index < 40; index++) {
      Case soakCase = Cases.draw(profile, SeededRandom.mix(0xd0_0d, index));

      assertThat(broken(Side.referenceRouter(), soakCase))
          .as(() -> CaseText.print(soakCase))
          .isEmpty();
    }
  }

  @Test
  void truthfulDumpIsNoDifference() {
    assertThat(broken(Dumps::new)).isEmpty();
    assertThat(broken(Side.referenceRouter(), EVERYTHING_A_DUMP_HAS_TO_TELL)).isEmpty();
  }

  @Test
  void routerWithoutADumpIsPassedOver() {
    assertThat(broken(LyingRouter::new)).isEmpty();
  }

  @Test
  void dumpWithoutItsDetachedBlocksIsNoticed() {
    assertThat(
            broken(
                () ->
                    new Dumps() {
                      @Override
                      public List<Stored> dumpEvents() {
                        List<Stored> events = new ArrayList<>(super.dumpEvents());
                        events.removeIf(
                            event ->
                                event.parent().isPresent() && event.parent().getAsLong() == 102);
                        return events;
                      }
                    }))
        .extracting(Difference::part)
        .contains("relation rebuilt from a dump", "relation snapshot and tail");
  }

  @Test
  void dumpThatIsAnotherOneTheSecondTimeIsNoticed() {
    int[] dumps = {0};

    assertThat(
            broken(
                () ->
                    new Dumps() {
                      @Override
                      public List<Stored> dumpEvents() {
                        List<Stored> events = new ArrayList<>(super.dumpEvents());
                        if (dumps[0]++ % 2 == 1) {
                          Collections.reverse(events);
                        }
                        return events;
                      }
                    }))
        .extracting(Difference::where)
        .contains("dump, all tiers");
  }

  /** A removal that comes again takes more than it names: the tail may begin before the dump. */
  @Test
  void stepThatDoesMoreWhenItComesAgainIsNoticed() {
    assertThat(
            broken(
                () ->
                    new Dumps() {
                      private final Set<Long> gone = new HashSet<>();

                      @Override
                      public ApplyStatus apply(KvCacheEvent event) {
                        ApplyStatus status = super.apply(event);
                        if (status == ApplyStatus.BLOCK_NOT_FOUND
                            && event instanceof Removed removed
                            && gone.isEmpty()) {
                          gone.add(101L);
                          super.apply(
                              new Removed(removed.owner(), removed.tier(), BlockHashes.of(101L)));
                        }
                        return status;
                      }
                    }))
        .extracting(Difference::part)
        .contains("relation snapshot and tail");
  }
}
