package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.envelope;
import static kvproof.mocknixl.kvcr.SourceRig.keys;
import static kvproof.mocknixl.kvcr.SourceRig.place;
import static kvproof.mocknixl.kvcr.SourceRig.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferStatus;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever comes in whatever order: what a transfer reads is held until it has ended, nothing is
 * given back twice, every operation has one transfer and one end, and at rest nothing is left.
 */
class SourcePropertyTest {
  /*
   * Blocks 0..2 are the service's own, 3 and 4 the framework's, 5 is nobody's. Operation h writes
   * its key i to element 8 * h + i, so that operations do not disturb each other's bytes.
   */
  private static final int MOST_KEYS = 6;

  /** One thing that happens to a source. */
  sealed interface Step {
    record Ask(long operation, List<Long> hashes, boolean introduces, boolean isMeant)
        implements Step {}

    record AskBadly(long operation) implements Step {}

    record Probe(long operation, Optional<String> incarnation) implements Step {}

    record AnswerPins() implements Step {}

    record RefuseReleases(int count) implements Step {}

    record Polls(int count) implements Step {}

    record Gate(boolean isClosed) implements Step {}

    record Break(boolean quiet) implements Step {}

    record Evict(long hash) implements Step {}

    record OtherCatalogue() implements Step {}

    record Mute(boolean losesNotifications) implements Step {}
  }

  /** What was asked for when an operation was accepted, and where that goes. */
  private record Accepted(List<Long> hashes, TransferMemory into) {}

  @Property(tries = 400)
  void keepsWhatItReadsAndGivesEverythingBackOnce(@ForAll("steps") List<Step> steps) {
    Run run = new Run();
    for (Step step : steps) {
      run.take(step);
      run.check();
    }
    run.settle();
  }

  private static final class Run {
    final SourceRig rig = new SourceRig();
    final Map<Long, Accepted> underWay = new LinkedHashMap<>();
    final Map<Long, Accepted> writing = new LinkedHashMap<>();
    final Map<Long, Optional<Accepted>> lastWritten = new LinkedHashMap<>();
    final Set<Long> uncertain = new HashSet<>();
    final Set<Descriptor> ownPlaces = new HashSet<>();
    int posted;
    int lost;
    boolean isSwapped;
    Accepted asked = new Accepted(List.of(), rig.owned);

    Run() {
      rig.own(0, 1, 2);
      rig.lend(3, 4);
      rig.blocks.owned.values().forEach(parts -> ownPlaces.add(parts.getFirst().bytes()));
      rig.introduced();
    }

    void take(Step step) {
      switch (step) {
        case Step.Ask ask -> ask(ask);
        case Step.AskBadly(long operation) -> rig.source.receive(request(operation, badOrder()));
        case Step.Probe(long operation, var incarnation) -> rig.probe(operation, incarnation);
        case Step.AnswerPins() -> rig.blocks.answerPins();
        case Step.RefuseReleases(int count) -> rig.blocks.refusals = count;
        case Step.Polls(int count) -> polls(count);
        case Step.Gate(boolean isClosed) -> rig.agent.isGateClosed = isClosed;
        case Step.Break(boolean quiet) -> breakTransfers(quiet);
        case Step.Evict(long hash) -> {
          rig.blocks.owned.remove(SourceRig.key(hash));
          rig.blocks.framework.remove(SourceRig.key(hash));
        }
        case Step.OtherCatalogue() -> {
          boolean isFree = rig.agent.inFlight.isEmpty();
          isSwapped ^= isFree;
          rig.source.receive(new KvcrFrame.TargetMetadata(envelope(), given(isSwapped ^ !isFree)));
        }
        case Step.Mute(boolean losesNotifications) ->
            rig.agent.losesNotifications = losesNotifications;
      }
    }

    private Introduction given(boolean swapped) {
      Catalogue plain = rig.catalogue();
      return new Introduction.Given(
          rig.target.metadata(), swapped ? new Catalogue(plain.owned(), plain.framework()) : plain);
    }

    private void ask(Step.Ask ask) {
      List<List<Reference>> places = new ArrayList<>();
      for (int i = 0; i < ask.hashes().size(); i++) {
        places.add(List.of(place((int) (8 * ask.operation() + i))));
      }
      long[] hashes = ask.hashes().stream().mapToLong(hash -> hash).toArray();
      WriteOrder order =
          new WriteOrder(
              1000,
              keys(hashes),
              places,
              ask.isMeant() ? Optional.empty() : Optional.of("somebody-else"),
              false);
      asked = new Accepted(ask.hashes(), isSwapped ? rig.framework : rig.owned);
      rig.source.receive(
          new KvcrFrame.StartWrite(
              envelope(),
              ask.introduces() ? given(isSwapped) : new Introduction.Absent(),
              ask.operation(),
              Optional.of(order)));
    }

    private static WriteOrder badOrder() {
      return new WriteOrder(
          1000,
          keys(1),
          List.of(List.of(new Reference("tgt", SourceRig.SLOTS, "", false))),
          Optional.empty(),
          false);
    }

    private void polls(int count) {
      for (int i = 0; i < count; i++) {
        rig.poll();
        check();
      }
    }

    private void breakTransfers(boolean quiet) {
      rig.agent.ending = Optional.of(new TransferStatus.Failed(Category.BACKEND, quiet, "broke"));
      rig.poll();
      rig.agent.ending = Optional.empty();
      lost = quiet ? lost : Math.max(lost, rig.agent.inFlight.size());
    }

    void check() {
      rig.takeEvents().forEach(this::follow);
      assertThat(rig.agent.posted).as("transfers, one for each posting").isEqualTo(posted);
      everyReadIsHeld();
      rig.reports().forEach(this::judge);
      assertThat(rig.source.openOperations()).isEqualTo(underWay.size());
    }

    /** Each operation: accepted, posted at most once, ended once. */
    private void follow(SourceEvent event) {
      long operation = event.operation();
      switch (event) {
        case SourceEvent.Accepted accepted ->
            assertThat(underWay.put(operation, asked)).as("accepted twice").isNull();
        case SourceEvent.Posted(var target, long handle, int blocks) -> {
          assertThat(underWay).containsKey(operation);
          assertThat(writing.put(operation, underWay.get(operation))).as("posted twice").isNull();
          posted += blocks > 0 ? 1 : 0;
        }
        case SourceEvent.Ended ended -> {
          assertThat(underWay.remove(operation)).as("ended without a beginning").isNotNull();
          assertThat(rig.agent.inFlight).noneMatch(other -> other.operation() == operation);
          lastWritten.put(operation, Optional.ofNullable(writing.remove(operation)));
        }
        case SourceEvent.Uncertain uncertainNow ->
            assertThat(uncertain.add(operation)).as("uncertain twice").isTrue();
        case SourceEvent.Quiesced quiesced ->
            assertThat(uncertain.remove(operation)).as("was never uncertain").isTrue();
        case SourceEvent.Refused refused -> {}
      }
    }

    /** As often as it is read; of an uncertain one only what the service owns. */
    private void everyReadIsHeld() {
      List<Descriptor> held = new ArrayList<>(rig.blocks.heldPlaces);
      for (GatedAgent.InFlight transfer : rig.agent.inFlight) {
        boolean isCertain = !uncertain.contains(transfer.operation());
        for (Descriptor read : transfer.reads()) {
          assertThat(!isCertain && !ownPlaces.contains(read) || held.remove(read))
              .as("%s is read by %s and held by nobody", read, transfer)
              .isTrue();
        }
      }
    }

    private void judge(WriteDone report) {
      if (report.success()) {
        Accepted order =
            Optional.ofNullable(writing.get(report.operation()))
                .or(() -> lastWritten.getOrDefault(report.operation(), Optional.empty()))
                .orElseThrow();
        for (long index : report.completed().orElseThrow()) {
          assertThat(rig.element(order.into(), (int) (8 * report.operation() + index)))
              .as("%s of %s", report, order)
              .isEqualTo(SourceRig.bytes(order.hashes().get((int) index)));
        }
      } else if (report.terminal()) {
        assertThat(rig.agent.inFlight)
            .as("an end is reported while the transfer may write")
            .noneMatch(transfer -> transfer.operation() == report.operation());
      }
    }

    /** Everything is answered, every gate open: only what is lost for good may be left. */
    void settle() {
      rig.agent.isGateClosed = false;
      rig.blocks.refusals = 0;
      for (int i = 0; i < 100; i++) {
        rig.blocks.answerPins();
        rig.poll();
        check();
      }
      assertThat(rig.source.openOperations()).isEqualTo(rig.agent.inFlight.size());
      if (lost == 0) {
        rig.assertAtRest();
      }
      assertThat(rig.blocks.pinned).as("pins, those of lost transfers handed back").isEmpty();
      rig.source.close();
      assertThat(rig.source.routes()).isEqualTo(rig.source.openOperations() == 0 ? 0 : 1);
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> operations = Arbitraries.longs().between(1, 3);
    Arbitrary<List<Long>> hashes =
        Arbitraries.longs().between(0, 5).list().uniqueElements().ofMinSize(1).ofMaxSize(MOST_KEYS);
    Arbitrary<Boolean> rarely = Arbitraries.of(false, false, false, true);
    Arbitrary<Step> asks =
        Combinators.combine(operations, hashes, rarely, rarely)
            .as(
                (operation, keys, introduces, isNot) ->
                    new Step.Ask(operation, keys, introduces, !isNot));
    Arbitrary<Step> probes =
        Combinators.combine(
                operations,
                Arbitraries.of(
                    Optional.<String>empty(), Optional.of("life-1"), Optional.of("life-0")))
            .as(Step.Probe::new);
    Arbitrary<Step> others =
        Arbitraries.oneOf(
            operations.map(Step.AskBadly::new),
            Arbitraries.integers().between(0, 3).map(Step.RefuseReleases::new),
            Arbitraries.of(true, false).map(Step.Gate::new),
            Arbitraries.of(true, true, false).map(Step.Break::new),
            Arbitraries.longs().between(0, 5).map(Step.Evict::new),
            Arbitraries.just(new Step.OtherCatalogue()),
            Arbitraries.of(true, false).map(Step.Mute::new));
    Arbitrary<Step> flow =
        Arbitraries.oneOf(
            Arbitraries.just(new Step.AnswerPins()),
            Arbitraries.integers().between(1, 8).map(Step.Polls::new),
            Arbitraries.just(new Step.Polls(25)));
    return Arbitraries.frequencyOf(
            Tuple.of(4, asks), Tuple.of(1, probes), Tuple.of(3, others), Tuple.of(4, flow))
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }
}
