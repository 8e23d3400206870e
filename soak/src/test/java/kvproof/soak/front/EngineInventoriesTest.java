package kvproof.soak.front;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import org.junit.jupiter.api.Test;

/** Over- and under-credit of an index against the engines that it listens to. */
class EngineInventoriesTest {

  private static Credit credit(String steps) {
    Case told = CaseText.parse("kvproof-case 1\nprofile irregular\nseed 7\n" + steps);
    FrontedRouter index = Fronts.fronted(new OwnerInventoryOracle());
    told.steps().forEach(index::take);
    return EngineInventories.afterAll(told).orElseThrow().of(index.router().heldBlocks());
  }

  @Test
  void whatArrivesIsCreditedExactly() {
    String steps =
        """
        open 1/0 none
        publish 1/0 0 arrives
          event store 1/0 device root 1:101 2:102
        publish 1/0 1 arrives
          event remove 1/0 device 102
        """;

    assertThat(credit(steps)).isEqualTo(new Credit(0, 0));
  }

  /** FS-12: the engine published before anybody listened. */
  @Test
  void blocksOfBeforeTheRegistrationAreUnderCredited() {
    String steps =
        """
        publish 1/0 0 lost
          event store 1/0 device root 1:101 2:102
        open 1/0 none
        publish 1/0 1 arrives
          event store 1/0 device 102 3:103 4:104
        """;

    assertThat(credit(steps)).isEqualTo(new Credit(0, 2));
  }

  /** FS-15: what a lost batch stored is lacking, what it removed is believed in. */
  @Test
  void lostBatchShowsOnBothSides() {
    String steps =
        """
        open 1/0 none
        publish 1/0 0 arrives
          event store 1/0 device root 1:101 2:102
        publish 1/0 1 lost
          event remove 1/0 device 102
          event store 1/0 disk root 7:107 8:108
        publish 1/0 2 arrives
        """;

    assertThat(credit(steps)).isEqualTo(new Credit(1, 2));
  }

  /** FS-66: the engine holds only what it stored since it started anew. */
  @Test
  void restartInPlaceLeavesOverCredit() {
    String steps =
        """
        open 1/0 none
        publish 1/0 0 arrives
          event store 1/0 device root 1:101 2:102
        publish 1/0 1 arrives
          event store 1/0 device 102 3:103
        restart 1/0
        publish 1/0 0 arrives
          event store 1/0 device root 1:101
        """;

    assertThat(credit(steps)).isEqualTo(new Credit(2, 0));
    assertThat(credit(steps + "close 1/0\nopen 1/0 none\n")).isEqualTo(new Credit(0, 1));
  }

  @Test
  void engineThatCountsCopiesHoldsABlockUntilTheLastIsGone() {
    String copies =
        """
        open 1/0 none copies
        publish 1/0 0 arrives
          event store 1/0 device root 1:101
          event store 1/0 device root 1:101
        publish 1/0 1 lost
          event remove 1/0 device 101
        """;

    assertThat(credit(copies)).isEqualTo(new Credit(0, 0));
    assertThat(credit(copies + "publish 1/0 2 lost\n  event remove 1/0 device 101\n"))
        .isEqualTo(new Credit(1, 0));
    assertThat(credit(copies.replace(" copies", ""))).isEqualTo(new Credit(1, 0));
  }

  @Test
  void rankWhoseStreamIsNotRegisteredIsNobodysBusiness() {
    String steps =
        """
        open 1/0 none
        close 1/0
        open 2/0 none
        publish 1/0 0 lost
          event store 1/0 device root 1:101
        store 3/0 device root 1:101
        """;

    assertThat(credit(steps)).isEqualTo(new Credit(0, 0));
  }

  @Test
  void caseWithoutStreamsHasNoEngines() {
    Case told = CaseText.parse("kvproof-case 1\nprofile p\nseed 7\nstore 1/0 device root 1:101\n");

    assertThat(EngineInventories.afterAll(told)).isEmpty();
  }
}
