package kvproof.events.routerevent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.BlockHashes;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverlapDocumentTest {
  private static final WorkerWithDpRank LARGEST = new WorkerWithDpRank(-1, -1);
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);

  private static Answer answer() {
    TreeMap<WorkerWithDpRank, DeviceMatch> device = new TreeMap<>();
    device.put(W1, new DeviceMatch(2, 102));
    device.put(LARGEST, new DeviceMatch(1, -1));
    TreeMap<WorkerWithDpRank, Integer> hits = new TreeMap<>();
    hits.put(W1, 0);
    hits.put(LARGEST, 3);
    TreeMap<WorkerWithDpRank, WalkPosition> next = new TreeMap<>();
    next.put(W1, new WalkPosition(2, OptionalLong.of(102)));
    next.put(LARGEST, new WalkPosition(4, OptionalLong.of(Long.MIN_VALUE)));
    TreeMap<WorkerWithDpRank, WalkPosition> atRoot = new TreeMap<>();
    atRoot.put(W1, new WalkPosition(0, OptionalLong.empty()));
    TreeMap<StorageTier, TierAnswer> lower = new TreeMap<>();
    lower.put(StorageTier.HOST_PINNED, new TierAnswer(hits, next));
    lower.put(StorageTier.EXTERNAL, new TierAnswer(new TreeMap<>(), atRoot));
    TreeMap<Owner, Integer> owners = new TreeMap<>();
    owners.put(W1, 2);
    return new Answer(
        device,
        lower,
        Optional.of(new TransferCandidates(BlockHashes.of(101, 102), owners)),
        List.of(),
        new TreeMap<>());
  }

  @Test
  void a15OverlapsAndHitsReadBackAndSourcesAreNotCarried() throws Exception {
    OverlapDocument written = OverlapDocument.of(answer());

    OverlapDocument read = OverlapDocument.ofJson(written.toJson());

    assertThat(read).isEqualTo(written);
    assertThat(read.device()).isEqualTo(answer().device());
    assertThat(read.lower()).isEqualTo(answer().lower());
    assertThat(written.toJson())
        .contains("[18446744073709551615,4294967295,1,18446744073709551615]")
        .doesNotContain("chain", "candidates");
  }

  @Test
  void a16TierThatStandsTwiceCountsAsItStandsLast() throws Exception {
    OverlapDocument read =
        OverlapDocument.ofJson(
            """
            {"scores":[],"frequencies":[],"lower":{
              "disk":{"hits":[[1,0,1]],"next":[]},
              "disk":{"hits":[[1,0,5]],"next":[]}}}""");

    assertThat(read.lower().get(StorageTier.DISK).hits()).containsEntry(W1, 5);
    assertThat(read.warnings()).containsExactly("tier disk stands twice: the last one counts");
  }

  @Test
  void d30FrequenciesAreAnEmptyListAlways() {
    assertThat(OverlapDocument.of(answer()).toJson()).contains("\"frequencies\":[]");
    assertThat(new OverlapDocument(new TreeMap<>(), new TreeMap<>(), List.of()).toJson())
        .isEqualTo("{\"scores\":[],\"frequencies\":[],\"lower\":{}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"scores\":[[1,0,2]]}",
        "{\"scores\":[[1,0,\"2\",3]]}",
        "{\"lower\":[]}",
        "{\"lower\":{\"ram\":{}}}",
        "{\"lower\":{\"disk\":{\"hits\":[[1]]}}}"
      })
  void anythingElseIsRefused(String json) {
    assertThatThrownBy(() -> OverlapDocument.ofJson(json))
        .isInstanceOf(MalformedRouterEventException.class)
        .hasMessageContaining("overlaps");
  }
}
