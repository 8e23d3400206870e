package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.TargetBench.OTHER_SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.REQUEST;
import static kvproof.mocknixl.kvcr.TargetBench.SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.hint;
import static kvproof.mocknixl.kvcr.TargetBench.keys;
import static org.assertj.core.api.Assertions.assertThat;

import kvproof.mocknixl.kvcr.message.BlockKey;
import org.junit.jupiter.api.Test;

class RequestHintsTest {
  private static final BlockKey NAMED = BlockKey.ofHash(21);
  private static final BlockKey NOT_NAMED = BlockKey.ofHash(99);

  private final RequestHints hints = new RequestHints(false);

  @Test
  void onlyNamedBlocksAreFetchableAndAnyIsDeliverable() {
    hints.submit(REQUEST, hint(SOURCE, 21));

    assertThat(hints.isFetchable(REQUEST, NAMED)).isTrue();
    assertThat(hints.isFetchable(REQUEST, NOT_NAMED)).isFalse();
    assertThat(hints.isDeliverable(REQUEST, NOT_NAMED)).isTrue();
    assertThat(hints.source(REQUEST)).contains(SOURCE);
  }

  /** The adapter from keys to hashes knows keys of 8 bytes. */
  @Test
  void keyThatIsNoHashIsNotFetchable() {
    hints.submit(REQUEST, hint(SOURCE, 21));

    assertThat(hints.isFetchable(REQUEST, BlockKey.of(new byte[] {21}))).isFalse();
  }

  @Test
  void hashesAreUnsigned() {
    hints.submit(REQUEST, hint(SOURCE, -1));

    assertThat(hints.isFetchable(REQUEST, BlockKey.ofHash(0xffff_ffff_ffff_ffffL))).isTrue();
  }

  @Test
  void opportunisticHintServesBlocksThatItDoesNotName() {
    RequestHints opportunistic = new RequestHints(true);
    opportunistic.submit(REQUEST, hint(SOURCE, 21));

    assertThat(opportunistic.isFetchable(REQUEST, NOT_NAMED)).isTrue();

    opportunistic.reported(REQUEST, keys(99), keys());
    assertThat(opportunistic.isFetchable(REQUEST, NOT_NAMED)).isFalse();
    assertThat(opportunistic.isFetchable("another", NAMED)).isFalse();
  }

  @Test
  void requestWithoutAHintIsServedNothing() {
    assertThat(hints.isFetchable(REQUEST, NAMED)).isFalse();
    assertThat(hints.isDeliverable(REQUEST, NAMED)).isFalse();
    assertThat(hints.source(REQUEST)).isEmpty();
    assertThat(hints.isFailed(REQUEST)).isFalse();
  }

  @Test
  void hintsOfTwoRequestsKnowNothingOfEachOther() {
    hints.submit("one", hint(SOURCE, 21));
    hints.submit("two", hint(OTHER_SOURCE, 21));

    hints.failed("one");
    hints.reported("two", keys(21), keys());

    assertThat(hints.isFailed("one")).isTrue();
    assertThat(hints.isFailed("two")).isFalse();
    assertThat(hints.isFetchable("two", NAMED)).isFalse();
    assertThat(hints.source("two")).contains(OTHER_SOURCE);
  }

  @Test
  void sameSourceAgainReplacesHashesAndClearsFailedAndMissing() {
    hints.submit(REQUEST, hint(SOURCE, 21, 22));
    hints.reported(REQUEST, keys(21), keys());
    hints.failed(REQUEST);

    assertThat(hints.submit(REQUEST, hint(SOURCE, 21, 23))).isTrue();

    assertThat(hints.isFailed(REQUEST)).isFalse();
    assertThat(hints.isFetchable(REQUEST, NAMED)).isTrue();
    assertThat(hints.isFetchable(REQUEST, BlockKey.ofHash(22))).isFalse();
    assertThat(hints.isFetchable(REQUEST, BlockKey.ofHash(23))).isTrue();
  }

  @Test
  void anotherSourceSpoilsTheRequestUntilItIsDiscarded() {
    hints.submit(REQUEST, hint(SOURCE, 21));

    assertThat(hints.submit(REQUEST, hint(OTHER_SOURCE, 21))).isFalse();
    assertThat(hints.isFailed(REQUEST)).isTrue();
    assertThat(hints.submit(REQUEST, hint(OTHER_SOURCE, 21))).isFalse();
    assertThat(hints.isFailed(REQUEST)).isTrue();
    assertThat(hints.source(REQUEST)).isEmpty();

    hints.discard(REQUEST);
    assertThat(hints.submit(REQUEST, hint(OTHER_SOURCE, 21))).isTrue();
    assertThat(hints.source(REQUEST)).contains(OTHER_SOURCE);
  }

  @Test
  void missingIsWhatWasAskedForAndNotDelivered() {
    hints.submit(REQUEST, hint(SOURCE, 21, 22, 23));

    hints.reported(REQUEST, keys(21, 22), keys(22));

    assertThat(hints.isFetchable(REQUEST, BlockKey.ofHash(21))).isFalse();
    assertThat(hints.isDeliverable(REQUEST, BlockKey.ofHash(21))).isFalse();
    assertThat(hints.isFetchable(REQUEST, BlockKey.ofHash(22))).isTrue();
    assertThat(hints.isFetchable(REQUEST, BlockKey.ofHash(23))).isTrue();
  }

  /** Two operations of one request at once: what the later one brought is there after all. */
  @Test
  void deliveredBlockIsMissingNoMore() {
    hints.submit(REQUEST, hint(SOURCE, 21));
    hints.reported(REQUEST, keys(21), keys());

    hints.reported(REQUEST, keys(21), keys(21));

    assertThat(hints.isFetchable(REQUEST, NAMED)).isTrue();
  }

  @Test
  void discardedHintLearnsNothing() {
    hints.submit(REQUEST, hint(SOURCE, 21));
    hints.discard(REQUEST);
    hints.discard(REQUEST);

    hints.failed(REQUEST);
    hints.reported(REQUEST, keys(21), keys());

    assertThat(hints.isFailed(REQUEST)).isFalse();
  }
}
