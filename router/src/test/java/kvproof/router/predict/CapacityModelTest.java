package kvproof.router.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.router.predict.CapacityModel.LeaseState;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CapacityModelTest {

  private static BlockHashes hashes(long... hashes) {
    return BlockHashes.of(hashes);
  }

  private static BlockHashes acquire(
      CapacityModel model, String attempt, int privateBlocks, long... hashes) {
    return model.acquire(attempt, hashes(hashes), privateBlocks);
  }

  private static BlockHashes acquireAndRelease(
      CapacityModel model, String attempt, long... hashes) {
    BlockHashes first = acquire(model, attempt, 0, hashes);
    return BlockHashes.of(
        LongStream.concat(first.stream(), model.release(attempt).stream()).toArray());
  }

  /** The worked examples that one rank is enough for. */
  @Nested
  class Examples {
    @Test
    void example1SuffixGoesBeforePrefix() {
      CapacityModel model = new CapacityModel(3);
      acquireAndRelease(model, "a1", 1, 2, 3);

      assertThat(model.limit(2)).isEqualTo(hashes(3));
    }

    @Test
    void example2OutputGoesBeforeThePrompt() {
      CapacityModel model = new CapacityModel(4);
      acquire(model, "a1", 0, 1, 2);
      model.materialize("a1", 2, hashes(3), 0);
      model.materialize("a1", 3, hashes(4), 0);
      model.release("a1");

      assertThat(model.limit(3)).isEqualTo(hashes(4));
    }

    @Test
    void example3ActiveBlocksAreKeptOverCapacityUntilTheirRelease() {
      CapacityModel model = new CapacityModel(2);

      assertThat(acquire(model, "a1", 0, 1, 2, 3)).isEqualTo(hashes());
      assertThat(model.residentBlocks()).isEqualTo(3);
      assertThat(model.overCapacity()).isEqualTo(1);
      assertThat(model.release("a1")).isEqualTo(hashes(3));
      assertThat(model.overCapacity()).isZero();
    }

    @Test
    void example4MissMakesASecondCopyOfWhatFollows() {
      CapacityModel model = new CapacityModel(4);
      acquireAndRelease(model, "a1", 1, 2);

      assertThat(acquire(model, "a2", 0, 9, 2)).isEqualTo(hashes());
      assertThat(model.residentBlocks()).isEqualTo(4);
      assertThat(model.hashes()).isEqualTo(3);

      assertThat(model.release("a2")).isEqualTo(hashes());
      assertThat(model.limit(3)).as("one copy of 2 goes").isEqualTo(hashes());
      assertThat(model.limit(1)).as("and the other last").isEqualTo(hashes(1, 2));
    }

    @Test
    void example5PrivateBlocksTakeRoomThatNobodyCanHaveBack() {
      CapacityModel model = new CapacityModel(3);

      assertThat(acquire(model, "a1", 1, 1, 2)).isEqualTo(hashes());
      assertThat(model.residentBlocks()).isEqualTo(3);
      assertThat(acquire(model, "a2", 0, 5)).isEqualTo(hashes());
      assertThat(model.residentBlocks()).isEqualTo(4);
      assertThat(model.overCapacity()).isEqualTo(1);
    }

    @Test
    void example6HitIsActiveAgainAndTheOldestEpochGoes() {
      CapacityModel model = new CapacityModel(3);
      acquireAndRelease(model, "a1", 1);
      acquireAndRelease(model, "a2", 2);
      acquireAndRelease(model, "a3", 3);

      assertThat(acquire(model, "a4", 0, 1)).isEqualTo(hashes());
      assertThat(acquire(model, "a5", 0, 4)).isEqualTo(hashes(2));
    }
  }

  @Test
  void x15LowerLimitRemovesTheLastBlock() {
    CapacityModel model = new CapacityModel(3);
    acquireAndRelease(model, "a", 1, 2, 3);

    assertThat(model.limit(2)).isEqualTo(hashes(3));
  }

  @Test
  void x16LowLimitRemovesFromTheEndAndLeavesOne() {
    CapacityModel model = new CapacityModel(4);
    acquire(model, "a", 0, 1, 2);
    model.materialize("a", 2, hashes(3), 0);
    model.materialize("a", 3, hashes(4), 0);
    model.release("a");

    assertThat(model.limit(1)).isEqualTo(hashes(4, 3, 2));
    assertThat(model.residentBlocks()).isEqualTo(1);
  }

  /** Two requests that share a prefix and end one after the other, told step by step. */
  @Nested
  class TwoRequests {
    private final CapacityModel model = new CapacityModel(10);

    private void admitFirst() {
      acquire(model, "first", 1, 10, 11, 12);
    }

    private void outputOfFirst() {
      admitFirst();
      model.materialize("first", 3, hashes(13), 1);
    }

    private void admitSecond() {
      outputOfFirst();
      acquire(model, "second", 1, 10, 11, 20);
    }

    private void releaseFirst() {
      admitSecond();
      model.release("first");
    }

    private void releaseSecond() {
      releaseFirst();
      model.release("second");
    }

    @Test
    void x17ThreeBlocksAndAPrivateOneAre4ResidentAnd4Active() {
      admitFirst();

      assertThat(model.residentBlocks()).isEqualTo(4);
      assertThat(model.activeBlocks()).isEqualTo(4);
    }

    @Test
    void x18OutputBlockMakes5Resident() {
      outputOfFirst();

      assertThat(model.residentBlocks()).isEqualTo(5);
    }

    @Test
    void x19SecondRequestMakes7Resident2PrivateAnd2Leases() {
      admitSecond();

      assertThat(model.residentBlocks()).isEqualTo(7);
      assertThat(model.privateBlocks()).isEqualTo(2);
      assertThat(model.leases()).isEqualTo(2);
    }

    @Test
    void x20FirstReleasedLeaves6Resident4ActiveAnd2Inactive() {
      releaseFirst();

      assertThat(model.residentBlocks()).isEqualTo(6);
      assertThat(model.activeBlocks()).isEqualTo(4);
      assertThat(model.inactiveBlocks()).isEqualTo(2);
    }

    @Test
    void x21SecondReleasedLeaves5Inactive() {
      releaseSecond();

      assertThat(model.residentBlocks()).isEqualTo(5);
      assertThat(model.activeBlocks()).isZero();
      assertThat(model.inactiveBlocks()).isEqualTo(5);
    }

    @Test
    void x22NineNewBlocksRemove13And12And20And11() {
      releaseSecond();

      assertThat(acquire(model, "third", 0, 30, 31, 32, 33, 34, 35, 36, 37, 38))
          .isEqualTo(hashes(13, 12, 20, 11));
      assertThat(model.residentBlocks()).isEqualTo(10);
      assertThat(model.activeBlocks()).isEqualTo(9);
      assertThat(model.inactiveBlocks()).isEqualTo(1);
    }
  }

  @Test
  void x23SharedBlockCountsFromItsLastRelease() {
    CapacityModel model = new CapacityModel(2);
    acquire(model, "one", 0, 1);
    acquire(model, "two", 0, 1);
    model.release("one");
    acquireAndRelease(model, "three", 2);
    model.release("two");

    assertThat(model.limit(1)).isEqualTo(hashes(2));
  }

  @Test
  void x24ActiveBlocksMayBeOverCapacityAndReleaseLeavesTheFirst() {
    CapacityModel model = new CapacityModel(1);

    acquire(model, "a", 0, 1, 2);
    assertThat(model.overCapacity()).isEqualTo(1);

    assertThat(model.release("a")).isEqualTo(hashes(2));
    assertThat(model.residentBlocks()).isEqualTo(1);
  }

  @Test
  void x27CachedPrefixIsSharedAndAllIsActive() {
    CapacityModel model = new CapacityModel(10);
    acquireAndRelease(model, "one", 1, 2);

    acquire(model, "two", 0, 1, 2, 3);

    assertThat(model.residentBlocks()).isEqualTo(3);
    assertThat(model.activeBlocks()).isEqualTo(3);
  }

  @Test
  void x28FirstEvictionOfTwoCopiesIsSilentAndTheLastRemovesTheHash() {
    CapacityModel model = new CapacityModel(2);
    acquireAndRelease(model, "one", 1);
    acquire(model, "two", 0);
    model.materialize("two", 0, hashes(1), 0);
    model.release("two");

    assertThat(model.limit(1)).isEqualTo(hashes());
    assertThat(acquire(model, "three", 0, 2)).isEqualTo(hashes(1));
  }

  @Test
  void reuseStopsAtTheFirstMiss() {
    CapacityModel model = new CapacityModel(10);
    acquireAndRelease(model, "one", 1, 2, 3);

    acquire(model, "two", 0, 1, 9, 3);

    assertThat(model.residentBlocks()).isEqualTo(5);
    assertThat(model.hashes()).isEqualTo(4);
  }

  @Test
  void reusedCopyGoesByItsPositionInTheNewRequest() {
    CapacityModel model = new CapacityModel(10);
    acquire(model, "one", 0, 5);
    model.materialize("one", 7, hashes(6), 0);
    model.release("one");
    acquireAndRelease(model, "two", 6, 5);

    assertThat(model.limit(1)).as("6 stood at 7, and stands at 0 now").isEqualTo(hashes(5));
  }

  @Test
  void elderOfTwoEqualCopiesGoesFirst() {
    CapacityModel model = new CapacityModel(10);
    acquire(model, "one", 0, 1);
    model.materialize("one", 1, hashes(7), 0);
    model.materialize("one", 1, hashes(8), 0);
    model.release("one");

    assertThat(model.limit(2)).isEqualTo(hashes(7));
  }

  @Test
  void hashTwiceInOneRequestIsHeldTwiceAndReleasedOnce() {
    CapacityModel model = new CapacityModel(10);
    acquireAndRelease(model, "one", 5);

    acquire(model, "two", 0, 5, 5);
    assertThat(model.residentBlocks()).isEqualTo(1);
    assertThat(model.activeBlocks()).isEqualTo(1);

    model.release("two");
    assertThat(model.inactiveBlocks()).isEqualTo(1);
  }

  @Test
  void privateBlocksAreReplacedNotAdded() {
    CapacityModel model = new CapacityModel(10);
    acquire(model, "one", 4, 1);

    model.materialize("one", 1, hashes(), 2);
    assertThat(model.residentBlocks()).isEqualTo(3);

    model.release("one");
    assertThat(model.privateBlocks()).isZero();
  }

  @Test
  void freedPrivateBlocksMakeRoomBeforeAnythingGoes() {
    CapacityModel model = new CapacityModel(3);
    acquireAndRelease(model, "one", 1);
    acquire(model, "two", 2);

    assertThat(model.materialize("two", 0, hashes(2, 3), 0)).isEqualTo(hashes());
    assertThat(model.residentBlocks()).isEqualTo(3);
  }

  @Test
  void attemptHasOneLeaseEvenAfterItsEnd() {
    CapacityModel model = new CapacityModel(3);
    assertThat(model.state("a")).isEqualTo(LeaseState.UNKNOWN);
    acquire(model, "a", 0, 1);
    assertThat(model.state("a")).isEqualTo(LeaseState.OPEN);

    model.release("a");

    assertThat(model.state("a")).isEqualTo(LeaseState.FINISHED);
    assertThatThrownBy(() -> acquire(model, "a", 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("attempt a is FINISHED");
  }

  @Test
  void leaseThatIsNotOpenIsRefused() {
    CapacityModel model = new CapacityModel(3);

    assertThatThrownBy(() -> model.release("a")).hasMessage("attempt a is UNKNOWN");
    assertThatThrownBy(() -> model.materialize("a", 0, hashes(1), 0))
        .hasMessage("attempt a is UNKNOWN");
  }

  @Test
  void capacityIsPositive() {
    assertThatThrownBy(() -> new CapacityModel(0)).hasMessage("a capacity of 0 blocks");
    assertThatThrownBy(() -> new CapacityModel(1).limit(-1)).hasMessage("a capacity of -1 blocks");
  }
}
