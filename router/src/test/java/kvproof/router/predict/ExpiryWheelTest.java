package kvproof.router.predict;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.BlockHashes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpiryWheelTest {

  /** The table of TTLs: when a decision is gone, with the origin at 0 and elsewhere. */
  @ParameterizedTest
  @CsvSource({
    "1000, 0, 1000",
    "1000, 1, 1100",
    "1000, 100, 1100",
    "1000, 950, 2000",
    "0, 5, 5",
    "1, 0, 100",
    "99, 1, 100",
    "100, 1, 200",
    "120000, 0, 120000"
  })
  void expiryIsRoundedUpToTheNextBucketFromTheOrigin(long ttl, long sinceOrigin, long gone) {
    assertThat(new ExpiryWheel(0).dueMillis(sinceOrigin, ttl)).isEqualTo(gone);
    assertThat(new ExpiryWheel(1037).dueMillis(1037 + sinceOrigin, ttl)).isEqualTo(1037 + gone);
  }

  @Test
  void timeToLiveThatNeverEndsIsFarAway() {
    assertThat(new ExpiryWheel(7).dueMillis(8, Long.MAX_VALUE)).isGreaterThan(1L << 62);
  }

  @Test
  void x7InsertsAt1And21MsShareTheBucketAt100Ms() {
    ExpiryWheel wheel = new ExpiryWheel(0);

    insert(wheel, 1, 50, 11);
    insert(wheel, 21, 50, 12);

    assertThat(wheel.buckets()).isEqualTo(1);
    assertThat(wheel.nextDueMillis()).hasValue(100);
    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(11, 12));
  }

  @Test
  void x8RefreshIntoTheSameBucketIsOneEntry() {
    ExpiryWheel wheel = new ExpiryWheel(0);

    insert(wheel, 1, 50, 11);
    insert(wheel, 21, 50, 11);

    assertThat(wheel.timers()).isEqualTo(1);
    assertThat(wheel.buckets()).isEqualTo(1);
    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(11));
    assertThat(wheel.nextDueMillis()).isEmpty();
  }

  @Test
  void x9RefreshLaterMovesTheEntry() {
    ExpiryWheel wheel = new ExpiryWheel(0);

    insert(wheel, 1, 50, 11, 12);
    insert(wheel, 90, 50, 11);

    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(12));
    assertThat(wheel.nextDueMillis()).hasValue(200);
    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(11));
  }

  @Test
  void bucketGoesWithItsLastTimer() {
    ExpiryWheel wheel = new ExpiryWheel(0);

    for (int now = 0; now < 10_000; now += 100) {
      insert(wheel, now, 1000, 11, 12);
    }

    assertThat(wheel.buckets()).isEqualTo(1);
    assertThat(wheel.timers()).isEqualTo(2);
  }

  @Test
  void bucketIsNamedByPositionThenAsUnsignedNumbers() {
    ExpiryWheel wheel = new ExpiryWheel(0);

    insert(wheel, 0, 50, -1, 3);
    insert(wheel, 0, 50, 7, 2);
    insert(wheel, 0, 50, 9);

    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(7, 9, -1, 2, 3));
  }

  @Test
  void hashAtTwoPositionsHasTwoTimersAndIsNamedOnceInABucket() {
    ExpiryWheel wheel = new ExpiryWheel(0);

    insert(wheel, 0, 50, 11, 12);
    insert(wheel, 0, 50, 12);

    assertThat(wheel.timers()).isEqualTo(3);
    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(11, 12));
    assertThat(wheel.timers()).isZero();
  }

  @Test
  void hashAtTwoPositionsIsNamedByEachTimer() {
    ExpiryWheel wheel = new ExpiryWheel(0);

    insert(wheel, 0, 50, 11, 12);
    insert(wheel, 100, 50, 12);

    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(11, 12));
    assertThat(wheel.expireNext()).isEqualTo(BlockHashes.of(12));
  }

  private static void insert(ExpiryWheel wheel, long now, long ttl, long... hashes) {
    wheel.set(BlockHashes.of(hashes), wheel.dueMillis(now, ttl));
  }
}
