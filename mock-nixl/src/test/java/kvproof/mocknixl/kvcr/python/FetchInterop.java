package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Right;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fetches that must come to the same whichever side is ours; a subclass says which. */
@Timeout(240)
abstract class FetchInterop extends PythonInterop {

  /** The side that holds the blocks. */
  interface Source extends AutoCloseable {
    String endpoint();

    /** These blocks and their right bytes; others that it holds may go. */
    void hold(List<Long> blocks) throws Exception;

    /** The bytes of one block under the key of another. */
    void holdForeign(long key, long bytesOf) throws Exception;

    /** The end of this life; nobody is told. */
    void kill() throws Exception;

    @Override
    void close() throws Exception;
  }

  /** The side that fetches. */
  interface Target extends AutoCloseable {
    void hint(String source, List<Long> blocks, String request) throws Exception;

    Fetched fetchBlocks(List<Long> blocks, String request) throws Exception;

    boolean isHintFailed(String request) throws Exception;

    /** Whether the request takes the block for one that the source has not. */
    boolean isMissing(String request, long block) throws Exception;

    /** Returns when a source has acknowledged this side, so that it is not introduced again. */
    void awaitAcknowledgement() throws Exception;

    @Override
    void close() throws Exception;
  }

  /**
   * What a fetch came to.
   *
   * @param delivered what lies in the memory of each block that counts as delivered
   * @param changed blocks not delivered whose memory is not as it was, where that is seen
   * @param refused whether the source said that it cannot write
   */
  record Fetched(Map<Long, ContentFinding> delivered, Collection<Long> changed, boolean refused) {}

  /** For the lines of {@code run}. */
  abstract String way();

  abstract Source source(int blockBytes) throws Exception;

  /** A later life of the source that was killed, at its endpoint. */
  abstract Source successor(Source dead, int blockBytes) throws Exception;

  abstract Target target(int blockBytes) throws Exception;

  /** Which chain the source holds for this fetch: it must hold all, the target must lack them. */
  abstract int chainOf(int fetch);

  /** Ours has nothing left of what it did; the other side is asked by the tests themselves. */
  abstract void isAtRest(Source source, Target target);

  @ParameterizedTest
  @CsvSource({"4096, 32", BLOCK_BYTES + ", 32", LONG_BLOCK_BYTES + ", 4"})
  void thirtyTwoSuffixesArriveByteForByte(int blockBytes, int length) throws Exception {
    try (Source source = source(blockBytes);
        Target target = target(blockBytes)) {
      for (int fetch = 0; fetch < SUFFIXES; fetch++) {
        List<Long> chain = chain(chainOf(fetch), length);
        List<Long> suffix = chain.subList(fetch % length, length);
        if (fetch == 0 || chainOf(fetch) != chainOf(fetch - 1)) {
          source.hold(chain);
        }
        target.hint(source.endpoint(), chain, "fetch " + fetch);

        Fetched fetched = target.fetchBlocks(suffix, "fetch " + fetch);

        delivers(fetched, suffix);
        say(fetched, suffix, "suffix from " + fetch % length + " of " + length, blockBytes);
      }
      isAtRest(source, target);
    }
  }

  @Test
  void sourceWithoutTheBlocksDeliversNoneAndTheHintStands() throws Exception {
    try (Source source = source(BLOCK_BYTES);
        Target target = target(BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 6);
      target.hint(source.endpoint(), wanted, "wrong");

      Fetched fetched = target.fetchBlocks(wanted, "wrong");

      delivers(fetched, List.of());
      assertThat(target.isHintFailed("wrong")).isFalse();
      for (long block : wanted) {
        assertThat(target.isMissing("wrong", block)).isTrue();
      }
      say(fetched, wanted, "wrong source", BLOCK_BYTES);
      isAtRest(source, target);
    }
  }

  @Test
  void stalePrefixIsMissingAndTheRestArrives() throws Exception {
    try (Source source = source(BLOCK_BYTES);
        Target target = target(BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 6);
      source.hold(wanted.subList(3, 6));
      target.hint(source.endpoint(), wanted, "stale");

      Fetched fetched = target.fetchBlocks(wanted, "stale");

      delivers(fetched, wanted.subList(3, 6));
      assertThat(target.isHintFailed("stale")).isFalse();
      for (int position = 0; position < 6; position++) {
        assertThat(target.isMissing("stale", wanted.get(position))).isEqualTo(position < 3);
      }
      say(fetched, wanted, "stale prefix", BLOCK_BYTES);
      isAtRest(source, target);
    }
  }

  @Test
  void foreignBytesUnderTheRightKeyAreNamed() throws Exception {
    try (Source source = source(BLOCK_BYTES);
        Target target = target(BLOCK_BYTES)) {
      source.holdForeign(CHAIN.get(0), CHAIN.get(9));
      target.hint(source.endpoint(), CHAIN.subList(0, 1), "foreign");

      Fetched fetched = target.fetchBlocks(CHAIN.subList(0, 1), "foreign");

      assertThat(fetched.delivered())
          .containsExactly(Map.entry(CHAIN.get(0), new OtherBlock(CHAIN.get(9))));
      say(fetched, CHAIN.subList(0, 1), "foreign bytes, named", BLOCK_BYTES);
      isAtRest(source, target);
    }
  }

  @Test
  void sourceOfAnotherBlockSizeFails() throws Exception {
    try (Source source = source(2 * BLOCK_BYTES);
        Target target = target(BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 2);
      source.hold(wanted);
      target.hint(source.endpoint(), wanted, "size");

      Fetched fetched = target.fetchBlocks(wanted, "size");

      delivers(fetched, List.of());
      assertThat(target.isHintFailed("size")).isTrue();
      say(fetched, wanted, "another block size", BLOCK_BYTES);
      isAtRest(source, target);
    }
  }

  /** The request names the life that is over, and the new one has no way to its target. */
  @Test
  void restartedSourceRefusesOnceAndThenServes() throws Exception {
    try (Source source = source(BLOCK_BYTES);
        Target target = target(BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 2);
      List<Long> later = CHAIN.subList(2, 4);
      source.hold(wanted);
      target.hint(source.endpoint(), wanted, "before");
      Fetched before = target.fetchBlocks(wanted, "before");
      delivers(before, wanted);
      assertThat(before.refused()).isFalse();
      target.awaitAcknowledgement();
      source.kill();
      try (Source successor = successor(source, BLOCK_BYTES)) {
        successor.hold(later);

        target.hint(source.endpoint(), later, "refused");
        Fetched refused = target.fetchBlocks(later, "refused");
        target.hint(source.endpoint(), later, "again");
        Fetched again = target.fetchBlocks(later, "again");

        delivers(refused, List.of());
        assertThat(refused.refused()).isTrue();
        assertThat(target.isHintFailed("refused")).isTrue();
        delivers(again, later);
        assertThat(again.refused()).isFalse();
        say(refused, later, "restarted source", BLOCK_BYTES);
        say(again, later, "restarted source, next request", BLOCK_BYTES);
        isAtRest(successor, target);
      }
    }
  }

  /** Exactly these arrived, whole; the others' memory is as it was. */
  static void delivers(Fetched fetched, List<Long> expected) {
    assertThat(fetched.delivered().keySet()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(fetched.delivered().values()).allMatch(new Right()::equals);
    assertThat(fetched.changed()).isEmpty();
  }

  final void say(Fetched fetched, List<Long> asked, String what, int blockBytes) {
    report(way(), what, asked.size(), fetched.delivered().size(), blockBytes);
  }
}
