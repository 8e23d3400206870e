package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.SOURCE_ENDPOINT;
import static kvproof.mocknixl.kvcr.SourceRig.TARGET_ENDPOINT;
import static kvproof.mocknixl.kvcr.SourceRig.catalogue;
import static kvproof.mocknixl.kvcr.SourceRig.envelope;
import static kvproof.mocknixl.kvcr.SourceRig.order;
import static kvproof.mocknixl.kvcr.SourceRig.region;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferMemory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How targets become known, and what is refused (KVCR 0.1.1, sections 5 and 7.4). */
class SourceRoutesTest {
  private final SourceRig rig = new SourceRig();

  private void introduce(Introduction introduction) {
    introduce(envelope(), introduction);
  }

  private void introduce(Envelope envelope, Introduction introduction) {
    rig.source.receive(new KvcrFrame.TargetMetadata(envelope, introduction));
  }

  private Introduction.Given given(Catalogue catalogue) {
    return new Introduction.Given(rig.target.metadata(), catalogue);
  }

  private void assertNoRouteAndNoAnswer() {
    assertThat(rig.channel.takeSent()).isEmpty();
    assertThat(rig.source.routes()).isZero();
  }

  @Nested
  class Introductions {

    @Test
    void metadataIsAcknowledgedWithTheEndpointReflected() {
      introduce(rig.introduction());

      Envelope reflected =
          new Envelope(
              Optional.of("src"),
              Optional.of("life-1"),
              Optional.of(SOURCE_ENDPOINT),
              Optional.empty());
      assertThat(rig.channel.takeSent())
          .containsExactly(
              new FakeChannel.Sent(
                  TARGET_ENDPOINT,
                  new KvcrFrame.TargetMetadataAck(reflected, OptionalLong.empty())));
      assertThat(rig.source.routes()).isOne();
    }

    /** The source's own idea of its address would not be recognised. */
    @Test
    void reflectionIsTheSendersSpellingByteForByte() {
      String spelling = "tcp://localhost:29101";
      introduce(Envelope.of("tgt", "life", TARGET_ENDPOINT, spelling), rig.introduction());

      assertThat(rig.channel.takeSent())
          .extracting(sent -> sent.frame().envelope().senderEndpoint())
          .containsExactly(Optional.of(spelling));
    }

    @Test
    void frameWithoutMetadataGetsNoAnswer() {
      rig.introduced();

      introduce(new Introduction.Absent());

      assertThat(rig.channel.takeSent()).isEmpty();
    }

    @Test
    void withoutOneOfTheEndpointsItIsProcessedAndNotAcknowledged() {
      Optional<String> target = Optional.of("tgt");
      Optional<String> life = Optional.of("life");
      Optional<String> there = Optional.of(TARGET_ENDPOINT);
      Optional<String> here = Optional.of(SOURCE_ENDPOINT);

      introduce(new Envelope(target, life, Optional.empty(), here), rig.introduction());
      introduce(new Envelope(target, life, there, Optional.empty()), rig.introduction());

      assertThat(rig.channel.takeSent()).isEmpty();
      assertThat(rig.source.routes()).isOne();
    }

    @Test
    void senderWithoutANameIsIgnored() {
      introduce(
          new Envelope(
              Optional.empty(),
              Optional.of("life"),
              Optional.of(TARGET_ENDPOINT),
              Optional.of(SOURCE_ENDPOINT)),
          rig.introduction());

      assertNoRouteAndNoAnswer();
    }

    @Test
    void stoppingSourceLoadsNothing() {
      rig.source.stop();

      introduce(rig.introduction());

      assertNoRouteAndNoAnswer();
    }
  }

  @Nested
  class Refusals {

    @Test
    void unreadableIntroduction() {
      introduce(new Introduction.Unreadable("regions are no array"));

      assertNoRouteAndNoAnswer();
    }

    @Test
    void junkMetadata() {
      introduce(new Introduction.Given(AgentMetadata.of(new byte[] {1, 2, 3}), rig.catalogue()));

      assertNoRouteAndNoAnswer();
    }

    @Test
    void sourcesOwnMetadata() {
      introduce(new Introduction.Given(rig.agent.metadata(), rig.catalogue()));

      assertNoRouteAndNoAnswer();
    }

    /** One byte past the end, by the last element alone. */
    @Test
    void catalogueOutsideTheRegisteredMemory() {
      MemoryRegion memory = rig.owned.region();
      CatalogueRegion beyond =
          new CatalogueRegion(
              "",
              memory.kind(),
              0,
              memory.address() + 1,
              0,
              SourceRig.SLOTS,
              SourceRig.BLOCK_BYTES);

      introduce(given(catalogue(region("", rig.framework.region()), beyond)));

      assertNoRouteAndNoAnswer();
      assertThatThrownBy(() -> rig.agent.forget("tgt"))
          .as("its metadata is not kept")
          .isInstanceOf(TransferException.class);
      introduce(rig.introduction());
      assertThat(rig.source.routes()).as("a better catalogue is taken afterwards").isOne();
    }

    @Test
    void memoryRegisteredAfterTheMetadataWasTaken() {
      AgentMetadata early = rig.target.metadata();
      TransferMemory late = rig.target.allocate(MemoryKind.DRAM, 40 * 64);
      rig.target.register(List.of(late.region()));

      introduce(
          new Introduction.Given(
              early, catalogue(region("", rig.framework.region()), region("", late.region()))));

      assertNoRouteAndNoAnswer();
    }

    @Test
    void labelsOfNoRegion() {
      MemoryRegion memory = rig.owned.region();
      introduce(given(catalogue(region("kv:", memory), region("kv", memory))));
      introduce(given(catalogue(region("kv", memory), region("kv:", memory))));
      introduce(given(catalogue(region("kv", memory), region("kv:*", memory))));
      assertNoRouteAndNoAnswer();

      introduce(given(catalogue(region("kv:*", memory), region("kv:k", memory))));

      assertThat(rig.source.routes()).isOne();
    }

    @Test
    void moreElementsOfAKindThanTwoToTheThirtyFirst() {
      rig.agent.isBlind = true;
      CatalogueRegion most = new CatalogueRegion("kv", MemoryKind.DRAM, 0, 0, 0, 1L << 31, 1);
      CatalogueRegion one = new CatalogueRegion("kv", MemoryKind.DRAM, 0, 0, 0, 1, 1);
      CatalogueRegion other = new CatalogueRegion("kv", MemoryKind.VRAM, 0, 0, 0, 1L << 31, 1);
      introduce(given(catalogue(most, one)));
      assertNoRouteAndNoAnswer();

      introduce(given(catalogue(most, other)));

      assertThat(rig.source.routes()).as("as many of each kind").isOne();
    }

    @Test
    void nameThatIsRoutedAlready() {
      rig.introduced();

      introduce(Envelope.of("other", "life", TARGET_ENDPOINT, SOURCE_ENDPOINT), rig.introduction());

      assertThat(rig.channel.takeSent()).isEmpty();
      assertThat(rig.source.routes()).as("the route that uses the name").isOne();
      rig.own(7);
      rig.ask(1, 7);
      rig.polls(2);
      rig.assertArrived(0, 7);
    }
  }

  @Nested
  class Replacement {

    @Test
    void sameMetadataAndCatalogueReuseTheRouteAndAreAcknowledgedAgain() {
      rig.introduced();
      rig.own(7);
      rig.agent.isGateClosed = true;
      rig.ask(1, 7);

      introduce(rig.introduction());

      assertThat(rig.channel.takeSent()).hasSize(1);
      rig.agent.isGateClosed = false;
      rig.polls(2);
      assertThat(rig.reports()).containsExactly(WriteDone.written(1, List.of(0L)));
    }

    @Test
    void otherCatalogueReplacesTheRoute() {
      rig.introduced();
      rig.own(7);
      Catalogue swapped =
          catalogue(region("", rig.owned.region()), region("", rig.framework.region()));

      introduce(given(swapped));
      assertThat(rig.channel.takeSent()).hasSize(1);
      rig.ask(1, 7);
      rig.polls(2);

      assertThat(rig.element(rig.framework, 0)).isEqualTo(SourceRig.bytes(7));
      rig.assertUntouched(0);
      assertThat(rig.source.routes()).isOne();
    }

    @Test
    void restartedTargetOfTheSameNameReplacesTheRoute() {
      rig.introduced();
      rig.own(7);
      restartTarget();

      introduce(rig.introduction());
      rig.ask(1, 7);
      rig.polls(2);

      rig.assertArrived(0, 7);
      assertThat(rig.reports()).containsExactly(WriteDone.written(1, List.of(0L)));
    }

    @Test
    void routeThatCarriesATransferStaysAndTheRequestFails() {
      rig.introduced();
      rig.own(7, 8);
      rig.agent.isGateClosed = true;
      rig.ask(1, 7);

      Catalogue swapped =
          catalogue(region("", rig.owned.region()), region("", rig.framework.region()));
      rig.source.receive(
          new KvcrFrame.StartWrite(envelope(), given(swapped), 2, Optional.of(order(8))));

      assertThat(rig.channel.takeSent()).as("no acknowledgement").isEmpty();
      assertThat(rig.reports()).containsExactly(WriteDone.failed(2));
      rig.agent.isGateClosed = false;
      rig.polls(2);
      rig.assertArrived(0, 7);
      assertThat(rig.reports()).containsExactly(WriteDone.written(1, List.of(0L)));
    }

    @Test
    void requestsQueuedForTheOldRouteFail() {
      rig.introduced();
      rig.lend(7);
      rig.ask(1, 7);
      rig.poll();
      assertThat(rig.blocks.asked).hasSize(1);

      introduce(
          given(catalogue(region("", rig.owned.region()), region("", rig.framework.region()))));
      rig.blocks.answerPins();
      rig.poll();

      assertThat(rig.reports()).containsExactly(WriteDone.failed(1));
      assertThat(rig.agent.made).isZero();
      rig.assertAtRest();
    }

    private void restartTarget() {
      rig.target.close();
      rig.target = rig.fabric.agent("tgt");
      rig.target.register(List.of(rig.owned.region(), rig.framework.region()));
    }
  }

  @Test
  void closeUnloadsEveryRouteThatCarriesNothing() {
    rig.introduced();
    TransferAgent second = rig.fabric.agent("tg2");
    TransferMemory memory = second.allocate(MemoryKind.DRAM, 40 * 64);
    second.register(List.of(memory.region()));
    introduce(
        Envelope.of("tg2", "life", TARGET_ENDPOINT, SOURCE_ENDPOINT),
        new Introduction.Given(
            second.metadata(),
            new Catalogue(
                new TreeMap<>(), new TreeMap<>(Map.of("", region("", memory.region()))))));
    assertThat(rig.source.routes()).isEqualTo(2);
    rig.own(7);
    rig.agent.isGateClosed = true;
    rig.ask(1, 7);

    rig.source.close();
    assertThat(rig.source.routes()).isOne();
    assertThat(rig.source.openOperations()).isOne();
    rig.agent.isGateClosed = false;
    rig.polls(2);
    rig.source.close();

    assertThat(rig.source.routes()).isZero();
    rig.assertAtRest();
  }
}
