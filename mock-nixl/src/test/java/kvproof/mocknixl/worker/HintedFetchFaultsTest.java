package kvproof.mocknixl.worker;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.FAILED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.fault.BrokenWrite;
import kvproof.mocknixl.fault.EarlyReport;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.LateWrite;
import kvproof.mocknixl.fault.OtherBlocksBytes;
import kvproof.mocknixl.fault.TornWrite;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchResult;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a fetch comes to when the transfer goes wrong: wrong bytes are named and never counted. */
class HintedFetchFaultsTest extends FetchFixture {
  private final Station target = station("target");
  private FaultyWrites writes;
  private Station source;

  @BeforeEach
  void faultySource() {
    source =
        station(
            "source",
            16,
            16,
            agent -> {
              writes = new FaultyWrites(agent, PARTS.labels().size());
              return writes;
            });
    source.worker().host().store(blocks(1, 6));
  }

  @Test
  void foreignBytesOfTheWholeSourceAreNamedAndNothingIsCredited() {
    rewrite(source, 50);

    HintedFetch fetch = hint(target, source, blocks(1, 6));
    FetchResult result = carryOut(fetch);

    assertThat(result.outcome()).isEqualTo(new FetchOutcome(FAILED, 6, 0, 6, 0, 6));
    assertThat(result.isHintFailed()).isFalse();
    assertThat(result.isQuiet()).isTrue();
    assertThat(fetch.wrongBlocks())
        .extracting(WrongBlock::toString)
        .containsExactly(
            "block 101 is block 151",
            "block 102 is block 152",
            "block 103 is block 153",
            "block 104 is block 154",
            "block 105 is block 155",
            "block 106 is block 156");
    assertThat(target.worker().host().hashes().isEmpty()).isTrue();
    rewrite(source, 0);
    expectWithheld(6);
  }

  /** All blocks of the source's host get the bytes of those so many numbers away. */
  private static void rewrite(Station station, int distance) {
    BlockPool pool = station.worker().host();
    BlockContent content = new BlockContent(PARTS.blockBytes());
    pool.hashes().stream()
        .forEach(hash -> content.fill(hash + distance, pool.bytes(pool.slot(hash).orElseThrow())));
  }

  @Test
  void oneBlockWithAnothersBytesCostsThatBlockAlone() {
    BlockContent content = new BlockContent(PARTS.blockBytes());
    writes.strikeNext(new OtherBlocksBytes(right -> otherBytes(content)));

    HintedFetch fetch = hint(target, source, blocks(1, 6));
    FetchResult result = carryOut(fetch);

    assertThat(result.outcome()).isEqualTo(new FetchOutcome(PARTIAL, 6, 5, 1, 0, 6));
    assertThat(fetch.wrongBlocks())
        .containsExactly(new WrongBlock(101, new ContentFinding.OtherBlock(999)));
    assertThat(target.worker().host().hashes()).isEqualTo(blocks(2, 6));
    expectWithheld(1);
  }

  private static byte[] otherBytes(BlockContent content) {
    ByteBuffer other = ByteBuffer.allocate(content.blockBytes());
    content.fill(999, other);
    return other.array();
  }

  @Test
  void tornBlockNamesWhatWasThereBefore() {
    target.worker().host().store(blocks(40, 49));
    blocks(40, 49).stream().forEach(target.worker().host()::evict);
    writes.strikeNext(new TornWrite());

    HintedFetch fetch = hint(target, source, blocks(1, 6));
    FetchResult result = carryOut(fetch);

    assertThat(result.outcome()).isEqualTo(new FetchOutcome(PARTIAL, 6, 5, 1, 5, 6));
    ContentFinding.Torn torn = (ContentFinding.Torn) fetch.wrongBlocks().getFirst().finding();
    assertThat(torn.rightBytes()).isEqualTo(PARTS.blockBytes() / 2);
    assertThat(torn.restOf().orElseThrow()).isBetween(140L, 149L);
    expectWithheld(1);
  }

  /** The planted early report is caught each time; an honest one never looks like it. */
  @Tag("FS-42")
  @Test
  void reportThatOvertakesTheLastBlockIsCaughtByTheBytes() {
    SeededRandom random = new SeededRandom(42);
    int caught = 0;
    for (int round = 0; round < 100; round++) {
      boolean isEarly = random.chance(50);
      if (isEarly) {
        writes.strikeNext(new EarlyReport(this::nanos, Duration.ofMillis(5)));
      }
      HintedFetch fetch = hint(target, source, blocks(1, 1 + random.below(6)));
      FetchResult result = carryOut(fetch);
      pollUntil(() -> source.node().source().openOperations() == 0);

      assertThat(result.wrongBlocks()).hasSize(isEarly ? 1 : 0);
      assertThat(target.worker().wrongBlocks()).isEmpty();
      caught += result.wrongBlocks().size();
      emptyTarget();
    }
    assertThat(caught).isBetween(1, 64);
    expectWithheld(caught);
  }

  /** The slot of the first fetch, which came to nothing, still has all the block's bytes. */
  @Test
  @Tag("FS-30")
  void bytesThatAnEarlierFetchLeftDoNotPassForDelivered() {
    writes.strikeNext(new LateWrite(this::nanos, Duration.ofMillis(50)));
    HintedFetch first = hint(target, source, blocks(1, 1));
    first.ask();
    pollUntil(() -> writes.struck() == 1);
    first.cancel();
    pollUntil(first::isQuiet);
    assertThat(target.worker().host().inspect(0, 101).isRight()).isTrue();
    writes.strikeNext(new EarlyReport(this::nanos, Duration.ofMillis(5)));

    HintedFetch second = hint(target, source, blocks(1, 1));
    FetchResult result = carryOut(second);
    pollUntil(() -> source.node().source().openOperations() == 0);

    assertThat(result.outcome().delivered()).isZero();
    assertThat(second.wrongBlocks())
        .containsExactly(new WrongBlock(101, new ContentFinding.NeverWritten()));
    expectWithheld(1);
  }

  private void emptyTarget() {
    for (BlockPool pool : List.of(target.worker().device(), target.worker().host())) {
      pool.hashes().stream().forEach(pool::evict);
    }
  }

  @Tag("FS-45")
  @Test
  void slotsOfACancelledFetchAreNotHandedOutBeforeTheWriteHasEnded() {
    Station small = station("small", 8, 6, agent -> agent);
    writes.strikeNext(new LateWrite(this::nanos, Duration.ofMillis(100)));
    HintedFetch fetch = hint(small, source, blocks(1, 6));
    fetch.ask();
    for (int polls = 0; polls < 10; polls++) {
      poll();
    }

    fetch.cancel();
    pollUntil(fetch::isTold);

    assertThat(fetch.isQuiet()).isFalse();
    assertThat(small.worker().host().store(161)).isFalse();
    assertThat(small.worker().host().makeRoom(1)).isFalse();
    assertThat(small.worker().tryReleaseMemory()).isFalse();
    fetch.computeHole();
    pollUntil(fetch::isQuiet);
    assertThat(small.worker().host().store(blocks(61, 66))).isTrue();
    assertThat(fetch.result())
        .isEqualTo(
            new FetchResult(
                new FetchOutcome(FAILED, 6, 0, 6, 0, 6), List.of(), true, false, false, true));
  }

  @Tag("FS-54")
  @Test
  void memoryIsTakenBackOnlyWhenTheWriteHasEnded() {
    writes.strikeNext(new LateWrite(this::nanos, Duration.ofMillis(20)));
    List<ByteBuffer> beside = target.worker().host().bytes(63);
    beside.forEach(part -> part.putLong(0, 0x5e5e5e5e5e5e5e5eL));
    HintedFetch fetch = hint(target, source, blocks(1, 6));
    fetch.ask();
    pollUntil(() -> writes.struck() == 1);

    assertThat(target.worker().tryReleaseMemory()).isFalse();
    assertThat(source.worker().tryReleaseMemory()).isFalse();

    pollUntil(fetch::isQuiet);
    fetch.computeHole();
    assertThat(fetch.result().outcome()).isEqualTo(new FetchOutcome(DELIVERED, 6, 6, 0, 6, 6));
    assertThat(beside)
        .allMatch(part -> part.order(ByteOrder.BIG_ENDIAN).getLong(0) == 0x5e5e5e5e5e5e5e5eL);
  }

  @Tag("S12")
  @Test
  void slotsOfAnUncertainWriteAreNotUsedUntilSomebodyVouches() {
    writes.strikeNext(new BrokenWrite(1, false));
    HintedFetch fetch = hint(target, source, blocks(1, 6));
    fetch.ask();
    pollUntil(() -> target.target().openOperations() == 1 && fetch.isTold());
    fetch.computeHole();
    pollUntil(() -> fetch.result().wasQuarantined());

    assertThat(fetch.result())
        .isEqualTo(
            new FetchResult(
                new FetchOutcome(FAILED, 6, 0, 6, 0, 6), List.of(), true, false, true, false));
    assertThat(target.worker().unrest()).containsExactly("host: 6 slots reserved");
    assertThat(target.worker().tryReleaseMemory()).isFalse();

    endOfTheSource();
    target.target().receive(vouched(fetch.operation().orElseThrow()));
    pollUntil(fetch::isQuiet);

    assertThat(fetch.result().isQuiet()).isTrue();
    assertThat(target.worker().host().freeSlots()).isEqualTo(64);
  }

  private void endOfTheSource() {
    fabric.crash("source");
    stations.remove(source);
    source.worker().vouchForMemory();
    source.worker().close();
  }

  /** A guard's answer to a probe, in the name of the source's endpoint. */
  private static KvcrFrame vouched(long operation) {
    return new KvcrFrame.WriteProbeAck(
        Envelope.of("guard", "life of guard", "tcp://source", "tcp://target"),
        operation,
        true,
        Optional.of("life of source"));
  }

  private void expectWithheld(int slots) {
    assertThat(target.worker().withheld()).isEqualTo(slots);
    assertThat(target.worker().unrest()).isEmpty();
    target.worker().vouchForMemory();
  }
}
