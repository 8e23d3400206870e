package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.PairRig.SOURCE;
import static kvproof.mocknixl.kvcr.PairRig.TARGET;
import static kvproof.mocknixl.kvcr.PairRig.blocks;
import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.FAILED;
import static kvproof.model.FetchOutcome.Status.NOTHING_NEEDED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import kvproof.mocknixl.kvcr.PairRig.Party;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.model.BlockHashes;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchResult;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Target and source together: what the caller sees (KVCR 0.1.1, section 11), byte by byte. */
class KvcrPairTest {
  private static final BlockLayout WHOLE = BlockLayout.whole(4096);

  private final PairRig rig = new PairRig();

  private static BlockLayout parts(String first, String second) {
    SequencedMap<String, Integer> bytes = new LinkedHashMap<>();
    bytes.put("kv:" + first, 2048);
    bytes.put("kv:" + second, 2048);
    bytes.put("scale", 512);
    return new BlockLayout(bytes);
  }

  private Party target(BlockLayout layout) {
    return rig.start(TARGET, layout);
  }

  private Party source(BlockLayout layout, BlockHashes onHost, BlockHashes onDevice) {
    Party source = rig.start(SOURCE, layout);
    assertThat(source.worker.host().store(onHost)).isTrue();
    assertThat(source.worker.device().store(onDevice)).isTrue();
    return source;
  }

  private static FetchResult failed(boolean isTimedOut, boolean wasQuarantined, boolean isQuiet) {
    return new FetchResult(
        new FetchOutcome(FAILED, 6, 0, 6, 0, 6),
        List.of(),
        true,
        isTimedOut,
        wasQuarantined,
        isQuiet);
  }

  @Nested
  class SuffixFetches {

    /** Prefixes of 0 to 31 blocks; blocks of one part on one tier, of three parts on two tiers. */
    @Test
    void thirtyTwoAreByteExact() {
      for (int prefix = 0; prefix < 32; prefix++) {
        boolean isParted = prefix % 2 == 1;
        PairRig pair = new PairRig();
        BlockLayout layout = isParted ? parts("k", "v") : WHOLE;
        Party target = pair.start(TARGET, layout);
        Party source = pair.start(SOURCE, layout);
        target.worker.device().store(blocks(1, prefix));
        source.worker.host().store(blocks(1, isParted ? 16 : 32));
        source.worker.device().store(isParted ? blocks(17, 32) : BlockHashes.empty());

        FetchResult result = pair.fetch(target, "request", blocks(1, 32), SOURCE);

        int asked = 32 - prefix;
        assertThat(result)
            .isEqualTo(FetchResult.plain(new FetchOutcome(DELIVERED, asked, asked, 0, 32, 32)));
        for (long hash = prefix + 1; hash <= 32; hash++) {
          int slot = target.worker.host().slot(hash).orElseThrow();
          assertThat(target.worker.host().inspect(slot, hash).isRight()).isTrue();
        }
        assertThat(source.agent.made).isOne();
        pair.assertAtRest();
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 1 << 20, 4 << 20})
    void blocksOfAnySizeArriveWhole(int blockBytes) {
      BlockLayout layout = BlockLayout.whole(blockBytes);
      Party target = rig.start(TARGET, layout);
      source(layout, blocks(1, 3), blocks(4, 6));

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(DELIVERED, 6, 6, 0, 6, 6)));
      rig.assertAtRest();
    }

    @Test
    void nothingIsSentWhenNothingIsLacking() {
      Party target = target(WHOLE);
      source(WHOLE, blocks(1, 6), BlockHashes.empty());
      target.worker.host().store(blocks(1, 6));

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result.outcome().status()).isEqualTo(NOTHING_NEEDED);
      assertThat(rig.network.sent(KvcrFrame.StartWrite.class)).isEmpty();
      rig.assertAtRest();
    }
  }

  @Nested
  class PartialSources {

    @Test
    void evictedBlocksAreMissingAndNotAskedForAgainInTheSameRequest() {
      Party target = target(WHOLE);
      source(WHOLE, blocks(3, 4), blocks(5, 6));

      HintedFetch first = rig.hint(target, "request", blocks(1, 6), SOURCE);
      rig.carryOut(target, first);

      rig.steps(target, first, 3);
      KvcrTarget service = target.node.target();
      assertThat(target.worker.host().hashes()).isEqualTo(blocks(3, 6));
      assertThat(service.isHintFailed("request")).isFalse();
      int frames = rig.network.sent.size();
      int room = target.worker.host().reserve(1).orElseThrow().getFirst();
      Reference place = new Reference(target.agent.name(), room, "", false);
      service.fetch("request", List.of(new WantedBlock(BlockKey.ofHash(1), List.of(place))));
      rig.polls(5);
      assertThat(service.openOperations()).isZero();
      assertThat(rig.network.sent).as("without a frame").hasSize(frames);
      target.worker.host().giveBack(room);
      first.computeHole();
      assertThat(first.result().outcome()).isEqualTo(new FetchOutcome(PARTIAL, 6, 4, 2, 0, 6));
      rig.assertAtRest();
    }

    @Test
    void liveLocalPrefixIsNotAskedFor() {
      Party target = target(WHOLE);
      target.worker.device().store(blocks(1, 3));
      source(WHOLE, blocks(4, 6), BlockHashes.empty());

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6)));
      assertThat(
              rig.network.sent(KvcrFrame.StartWrite.class).getFirst().order().orElseThrow().keys())
          .containsExactly(BlockKey.ofHash(4), BlockKey.ofHash(5), BlockKey.ofHash(6));
      rig.assertAtRest();
    }

    @Test
    void staleLocalPrefixIsMissingAndCountsForNothingUntilItIsComputed() {
      Party target = target(WHOLE);
      source(WHOLE, blocks(4, 6), BlockHashes.empty());

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(PARTIAL, 6, 3, 3, 0, 6)));
      rig.assertAtRest();
    }
  }

  @Nested
  class WrongSources {

    @Test
    void aliveWithoutTheBlocksIsASuccessOfNothing() {
      Party target = target(WHOLE);
      source(WHOLE, blocks(50, 60), blocks(61, 70));

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(REFUSED, 6, 0, 6, 0, 6)));
      rig.assertAtRest();
    }

    @Test
    void sameRequestHintedToAnotherSourceFails() {
      Party target = target(WHOLE);
      source(WHOLE, blocks(1, 6), BlockHashes.empty());
      rig.hint(target, "request", blocks(1, 6), "tcp://127.0.0.1:29103");

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(failed(false, false, true));
      assertThat(rig.network.sent(KvcrFrame.StartWrite.class)).isEmpty();
      rig.assertAtRest();
    }

    @Test
    void foreignBytesUnderTheRightKeysAreNamedAndNotCredited() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 6), BlockHashes.empty());
      long foreign = 99;
      assertThat(source.worker.host().store(foreign)).isTrue();
      int slot = source.worker.host().slot(3).orElseThrow();
      int other = source.worker.host().slot(foreign).orElseThrow();
      source.worker.host().bytes(slot).getFirst().put(source.worker.host().bytes(other).getFirst());

      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), SOURCE);
      rig.carryOut(target, fetch);
      rig.steps(target, fetch, 3);
      fetch.computeHole();

      assertThat(fetch.wrongBlocks()).singleElement().asString().contains("block 99");
      assertThat(fetch.result().wrongBlocks()).containsExactly(3L);
      assertThat(fetch.result().outcome()).isEqualTo(new FetchOutcome(PARTIAL, 6, 5, 1, 2, 6));
      assertThat(target.worker.withheld()).isOne();
    }

    @Test
    void otherBlockSizeFailsTheHint() {
      Party target = target(WHOLE);
      source(BlockLayout.whole(8192), blocks(1, 6), BlockHashes.empty());

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(failed(false, false, true));
      rig.assertAtRest();
    }

    @Test
    void otherLayoutIsASuccessOfNothing() {
      Party target = target(parts("k", "v"));
      source(parts("v", "k"), blocks(1, 3), blocks(4, 6));

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(REFUSED, 6, 0, 6, 0, 6)));
      rig.assertAtRest();
    }
  }

  @Nested
  class Silence {

    @Test
    void nobodyListensEndsInQuarantine() {
      Party target = target(WHOLE);
      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), SOURCE);
      rig.carryOut(target, fetch);
      rig.steps(target, fetch, 300);
      fetch.computeHole();

      assertThat(fetch.result()).isEqualTo(failed(true, true, false));
      assertThat(target.node.target().openOperations()).isOne();
    }

    @Test
    void malformedEndpointFailsAtOnce() {
      Party target = target(WHOLE);
      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), "not-an-endpoint");
      fetch.ask();
      rig.steps(target, fetch, 2);
      fetch.computeHole();

      assertThat(fetch.result()).isEqualTo(failed(false, false, true));
      rig.assertAtRest();
    }

    @Test
    @Tag("FS-56")
    void restartedSourceRefusesOnceAndServesTheNextRequest() {
      Party target = target(WHOLE);
      Party first = source(WHOLE, blocks(1, 6), BlockHashes.empty());
      rig.hint(target, "warm-up", blocks(1, 6), SOURCE);
      assertThat(target.node.target().isAcknowledged(SOURCE)).isTrue();
      rig.kill(first);
      source(WHOLE, blocks(1, 6), BlockHashes.empty());

      HintedFetch refused = rig.hint(target, "one", blocks(1, 6), SOURCE);
      rig.carryOut(target, refused);
      rig.steps(target, refused, 3);
      HintedFetch served = rig.hint(target, "two", blocks(1, 6), SOURCE);
      rig.carryOut(target, served);
      rig.steps(target, served, 3);

      assertThat(rig.network.sent(KvcrFrame.WriteRefused.class)).hasSize(1);
      served.computeHole();
      assertThat(served.result().outcome().status()).isEqualTo(DELIVERED);
      refused.computeHole();
      assertThat(refused.result().outcome().status()).isEqualTo(REFUSED);
      assertThat(refused.result().isHintFailed()).isTrue();
      rig.assertAtRest();
    }

    @Test
    void lostRequestEndsAtTheTimeoutWithoutQuarantine() {
      Party target = target(WHOLE);
      source(WHOLE, blocks(1, 6), BlockHashes.empty());
      rig.network.isLost = frame -> frame instanceof KvcrFrame.StartWrite;

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(failed(true, false, true));
      rig.assertAtRest();
    }

    @Test
    @Tag("FS-43")
    void pinThatIsNeverAnsweredEndsAtTheTimeoutWithoutQuarantine() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 3), blocks(4, 6));
      source.pins.hold(true);

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(failed(true, false, true));
      assertThat(source.pins.requestsMet()).isOne();
      source.pins.hold(false);
      rig.assertAtRest();
    }

    @Test
    @Tag("FS-43")
    void pausedSourceServesNothingAnyMore() {
      Party target = target(WHOLE);
      source(WHOLE, blocks(1, 6), BlockHashes.empty());
      rig.polls(1);
      rig.nowNanos += 100_000_000;

      FetchResult result = rig.fetch(target, "request", blocks(1, 6), SOURCE);

      assertThat(result).isEqualTo(failed(false, false, true));
      rig.assertAtRest();
    }
  }

  @Nested
  class Transfers {

    @Test
    void brokenTransferThatMayStillWriteEndsInQuarantine() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 6), BlockHashes.empty());
      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), SOURCE);
      source.agent.ending =
          Optional.of(new TransferStatus.Failed(Category.BACKEND, false, "it broke"));
      rig.carryOut(target, fetch);
      rig.steps(target, fetch, 300);
      fetch.computeHole();

      assertThat(fetch.result()).isEqualTo(failed(false, true, false));
      assertThat(source.node.source().openOperations()).isOne();
      assertThat(source.worker.unrest()).as("claims are kept").isNotEmpty();
    }

    @Test
    void brokenTransferThatIsQuietFailsAtOnce() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 6), BlockHashes.empty());
      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), SOURCE);
      fetch.ask();
      rig.steps(target, fetch, 5);
      source.agent.ending =
          Optional.of(new TransferStatus.Failed(Category.BACKEND, true, "it broke"));
      rig.steps(target, fetch, 3);
      fetch.computeHole();

      assertThat(fetch.result()).isEqualTo(failed(false, false, true));
      rig.assertAtRest();
    }

    @Test
    void cancelledInFlightFailsAndIsQuietWhenTheWriteHasEnded() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 6), BlockHashes.empty());
      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), SOURCE);
      source.agent.isGateClosed = true;
      fetch.ask();
      rig.steps(target, fetch, 5);
      fetch.cancel();
      rig.steps(target, fetch, 5);
      assertThat(fetch.isTold()).isTrue();
      assertThat(fetch.isQuiet()).isFalse();

      source.agent.isGateClosed = false;
      rig.steps(target, fetch, 10);

      assertThat(fetch.isQuiet()).isTrue();
      fetch.computeHole();
      assertThat(fetch.result()).isEqualTo(failed(false, false, true));
      rig.assertAtRest();
    }

    @Test
    void slowWriteIsQuietBeforeTheAbandonTimeoutAndAStuckOneAfterIt() {
      for (int pollsUntilItMoves : new int[] {150, 350}) {
        PairRig pair = new PairRig();
        Party target = pair.start(TARGET, WHOLE);
        Party source = pair.start(SOURCE, WHOLE);
        source.worker.host().store(blocks(1, 6));
        HintedFetch fetch = pair.hint(target, "request", blocks(1, 6), SOURCE);
        source.agent.isGateClosed = true;
        fetch.ask();
        pair.steps(target, fetch, pollsUntilItMoves);
        assertThat(fetch.isTold()).isTrue();
        assertThat(fetch.isQuiet()).isFalse();

        source.agent.isGateClosed = false;
        pair.steps(target, fetch, 20);

        fetch.computeHole();
        assertThat(fetch.result()).isEqualTo(failed(true, pollsUntilItMoves > 300, true));
        pair.assertAtRest();
      }
    }

    @Test
    void sourceKilledAfterAcceptingStaysQuarantinedUntilAGuardVouchesForItsDeath() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 6), BlockHashes.empty());
      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), SOURCE);
      source.agent.isGateClosed = true;
      fetch.ask();
      rig.steps(target, fetch, 5);
      rig.kill(source);
      source(WHOLE, blocks(1, 6), BlockHashes.empty());
      rig.steps(target, fetch, 400);
      assertThat(rig.network.sent(KvcrFrame.WriteProbeAck.class))
          .hasSize(2)
          .noneMatch(KvcrFrame.WriteProbeAck::terminal);
      assertThat(fetch.isQuiet()).isFalse();

      long operation = fetch.operation().orElseThrow();
      ControlChannel guard = rig.network.bind("tcp://127.0.0.1:29199");
      guard.send(
          TARGET,
          KvcrCodec.encode(
              new KvcrFrame.WriteProbeAck(
                  Envelope.of("guard", "guard-life", SOURCE, TARGET),
                  operation,
                  false,
                  Optional.of("life-2"))));
      rig.steps(target, fetch, 3);

      fetch.computeHole();
      assertThat(fetch.result()).isEqualTo(failed(true, true, true));
      rig.assertAtRest();
    }

    @Test
    void targetKilledBeforeTheFirstByteLeavesNothingAtTheSource() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 3), blocks(4, 6));
      source.agent.isGateClosed = true;
      writing(target, source);

      rig.kill(target);
      source.agent.isGateClosed = false;
      rig.polls(20);

      rig.assertAtRest();
    }

    @Test
    void targetKilledInMidTransferLeavesItsSourceInDoubtUntilThatIsGone() {
      Party target = target(WHOLE);
      Party source = source(WHOLE, blocks(1, 3), blocks(4, 6));
      writing(target, source);

      rig.kill(target);
      rig.polls(400);

      assertThat(source.node.source().openOperations()).isOne();
      assertThat(source.worker.unrest()).isNotEmpty();
      rig.kill(source);
      rig.assertAtRest();
    }

    private void writing(Party target, Party source) {
      HintedFetch fetch = rig.hint(target, "request", blocks(1, 6), SOURCE);
      fetch.ask();
      rig.steps(target, fetch, 4);
      assertThat(source.node.source().openOperations()).isOne();
    }
  }
}
