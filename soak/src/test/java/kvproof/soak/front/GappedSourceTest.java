package kvproof.soak.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams that miss something for good, and what that costs their ranks: the role of a source. */
class GappedSourceTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(9, 0);

  /** w1 holds four blocks on the device and a fifth on the host, and its stream lacks batch 1. */
  private static final String GAPPED =
      """
      open 1/0 %s
      publish 1/0 0 arrives
        event store 1/0 device root 1:101 2:102 3:103 4:104
        event store 1/0 host_pinned 104 5:105
      replay 1/0 oldest 2 early 0 most 0
      publish 1/0 1 lost
      publish 1/0 2 arrives
      """;

  static Stream<Supplier<FrontedRouter>> sides() {
    return Stream.of(
        () -> reference(new ReferenceRouter()),
        () -> Fronts.fronted(new OwnerInventoryOracle()),
        () -> Fronts.fronted(new EventLogOracle()));
  }

  private static FrontedRouter reference(KvRouter router) {
    return new FrontedRouter(router, Fronts.ofReference(router));
  }

  @ParameterizedTest
  @MethodSource("sides")
  void z19GappedStreamCostsTheRoleOfSourceAndNothingElse(Supplier<FrontedRouter> fresh) {
    FrontedRouter side = fresh.get();

    take(side, GAPPED.formatted("none"));

    assertThat(deviceBlocks(side)).isEqualTo(4);
    assertThat(hostBlocks(side)).isEqualTo(1);
    assertThat(side.router().residentBlocks(W1)).isEqualTo(OptionalLong.of(4));
    assertThat(source(side)).isEqualTo("none");
  }

  @ParameterizedTest
  @MethodSource("sides")
  void z19ClearMakesItASourceAgain(Supplier<FrontedRouter> fresh) {
    FrontedRouter side = fresh.get();
    take(side, GAPPED.formatted("none"));

    take(
        side,
        """
        publish 1/0 3 arrives
          event clear 1/0
          event store 1/0 device root 1:101 2:102
        """);

    assertThat(source(side)).isEqualTo("1/0");
    assertThat(deviceBlocks(side)).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("sides")
  void z19DumpMakesItASourceAgain(Supplier<FrontedRouter> fresh) {
    FrontedRouter side = fresh.get();
    take(side, GAPPED.formatted("peer"));
    assertThat(source(side)).isEqualTo("none");

    take(
        side,
        """
        replay 1/0 oldest 4 early 0
        publish 1/0 3 lost
        publish 1/0 4 arrives
        """);

    assertThat(side.counts()).containsEntry("dumps", 1L);
    assertThat(source(side)).isEqualTo("1/0");
    assertThat(deviceBlocks(side)).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("sides")
  void z19NewRegistrationMakesItASourceAgain(Supplier<FrontedRouter> fresh) {
    FrontedRouter side = fresh.get();
    take(side, GAPPED.formatted("none"));

    take(
        side,
        """
        close 1/0
        restart 1/0
        open 1/0 none
        publish 1/0 0 arrives
          event store 1/0 device root 1:101
        """);

    assertThat(source(side)).isEqualTo("1/0");
    assertThat(deviceBlocks(side)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("sides")
  void z20MissingHeadMattersToARankThatHoldsBlocks(Supplier<FrontedRouter> fresh) {
    String joined =
        """
        replay 1/0 oldest 4 early 0
        publish 1/0 4 lost
        open 1/0 replay
        publish 1/0 7 arrives
          event store 1/0 device 103 4:104
        """;
    String dumped = "store 1/0 device root 1:101 2:102 3:103\n";

    FrontedRouter empty = fresh.get();
    take(empty, joined + dumped);
    assertThat(source(empty)).isEqualTo("1/0");
    assertThat(empty.counts().getOrDefault("gaps", 0L)).isZero();

    FrontedRouter filled = fresh.get();
    take(filled, dumped + joined);
    assertThat(source(filled)).isEqualTo("none");
    assertThat(deviceBlocks(filled)).isEqualTo(4);
    assertThat(filled.counts()).containsEntry("missed", 6L); // 0 to 3, 5 and 6
  }

  private static void take(FrontedRouter side, String lines) {
    String text = "kvproof-case 1\nprofile field\nseed 1\n" + lines;
    for (CaseStep step : CaseText.parse(text).steps()) {
      side.take(step);
    }
  }

  private static Answer answer(FrontedRouter side) {
    return side.router().answer(new Request("q", BlockHashes.of(1, 2, 3, 4, 5), List.of(TARGET)));
  }

  private static int deviceBlocks(FrontedRouter side) {
    var match = answer(side).device().get(W1);
    return match == null ? 0 : match.blocks();
  }

  private static int hostBlocks(FrontedRouter side) {
    var tier = answer(side).lower().get(StorageTier.HOST_PINNED);
    return tier == null ? 0 : tier.hits().getOrDefault(W1, 0);
  }

  private static String source(FrontedRouter side) {
    var choice = answer(side).choices().get(TARGET);
    return choice == null ? "no choice" : choice.source().map(Owner::toString).orElse("none");
  }
}
