package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerSnapshotTest {
  private static final Island RACK = new Island("rack", "r1", Island.Enforcement.REQUIRED);

  /** 7/0 has an endpoint, 7/1 has none, 7/2 has one but is not configured. */
  private static final WorkerRecord SEVEN =
      new WorkerRecord(
          7,
          new TreeSet<>(Set.of(0, 1)),
          "prefill",
          new TreeMap<>(Map.of(0, "tcp://seven:1", 2, "tcp://seven:3")),
          Optional.of("state_agent_v2"),
          Optional.of(RACK));

  private static final WorkerSnapshot LISTED = WorkerSnapshot.of(List.of(SEVEN, plain(-1)));

  private static WorkerRecord plain(long workerId) {
    return new WorkerRecord(
        workerId,
        new TreeSet<>(Set.of(0)),
        "",
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "0/0, tcp://w0:9000",
    "7/3, tcp://w7:9003",
    "9223372036854775808/2147483648, tcp://w9223372036854775808:2147492648",
    "18446744073709551615/4294967295, tcp://w18446744073709551615:4294976295",
  })
  void beforeTheFirstListEveryRankIsConfiguredWithAnEndpoint(String text, String endpoint) {
    WorkerWithDpRank rank = WorkerWithDpRank.parse(text);
    WorkerSnapshot unlisted = WorkerSnapshot.unlisted();

    assertThat(unlisted.isListed()).isFalse();
    assertThat(unlisted.isConfigured(rank)).isTrue();
    assertThat(unlisted.workerType(rank)).isEqualTo("decode");
    assertThat(unlisted.endpoint(rank)).isEqualTo(endpoint);
    assertThat(unlisted.eventSource(rank)).isEmpty();
    assertThat(unlisted.island(rank)).isEmpty();
  }

  /** The type, event source and island of a rank are its worker's. */
  @ParameterizedTest
  @CsvSource({
    "7/0, true, prefill, tcp://seven:1, state_agent_v2, true",
    "7/1, true, prefill, '', state_agent_v2, true",
    "7/2, false, prefill, tcp://seven:3, state_agent_v2, true",
    "7/9, false, prefill, '', state_agent_v2, true",
    "18446744073709551615/0, true, '', '', , false",
    "8/0, false, '', '', , false",
  })
  void onceThereIsAListItSaysEverything(
      String text,
      boolean configured,
      String type,
      String endpoint,
      String eventSource,
      boolean onRack) {
    WorkerWithDpRank rank = WorkerWithDpRank.parse(text);

    assertThat(LISTED.isListed()).isTrue();
    assertThat(LISTED.isConfigured(rank)).isEqualTo(configured);
    assertThat(LISTED.workerType(rank)).isEqualTo(type);
    assertThat(LISTED.endpoint(rank)).isEqualTo(endpoint);
    assertThat(LISTED.eventSource(rank)).isEqualTo(Optional.ofNullable(eventSource));
    assertThat(LISTED.island(rank)).isEqualTo(onRack ? Optional.of(RACK) : Optional.empty());
  }

  @Test
  void aListOfNobodyIsNotTheTimeBeforeTheFirstList() {
    WorkerSnapshot nobody = WorkerSnapshot.of(List.of());

    assertThat(nobody).isNotEqualTo(WorkerSnapshot.unlisted());
    assertThat(nobody.isConfigured(new WorkerWithDpRank(7, 0))).isFalse();
  }

  @Test
  void aWorkerIsListedOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkerSnapshot.of(List.of(plain(-1), plain(-1))))
        .withMessage("worker 18446744073709551615 is listed twice");
  }

  @Test
  void workersRanksAndEndpointsAscendUnsigned() {
    SortedSet<Integer> ranks = new TreeSet<>(Set.of(-1, 0, Integer.MAX_VALUE, Integer.MIN_VALUE));
    SortedMap<Integer, String> endpoints = new TreeMap<>(Map.of(-1, "last", 0, "first"));
    WorkerRecord many =
        new WorkerRecord(
            Long.MIN_VALUE, ranks, "decode", endpoints, Optional.empty(), Optional.empty());

    assertThat(many.ranks()).containsExactly(0, Integer.MAX_VALUE, Integer.MIN_VALUE, -1);
    assertThat(many.endpoints().keySet()).containsExactly(0, -1);
    assertThat(WorkerSnapshot.of(List.of(plain(-1), many, SEVEN)).workers().keySet())
        .containsExactly(7L, Long.MIN_VALUE, -1L);
  }

  @Test
  void aRecordStaysAsItIs() {
    SortedSet<Integer> ranks = new TreeSet<>(Set.of(0));
    SortedMap<Integer, String> endpoints = new TreeMap<>(Map.of(0, "tcp://a:1"));
    WorkerRecord worker =
        new WorkerRecord(1, ranks, "decode", endpoints, Optional.empty(), Optional.empty());

    ranks.add(1);
    endpoints.put(0, "tcp://b:1");

    assertThat(worker.ranks()).containsExactly(0);
    assertThat(worker.endpoints()).containsExactly(Map.entry(0, "tcp://a:1"));
  }

  /** Before the first list every worker has a type. */
  @Test
  void hintsAreOfferedWhereSomeWorkerHasAType() {
    assertThat(WorkerSnapshot.unlisted().offersHints()).isTrue();
    assertThat(LISTED.offersHints()).isTrue();
    assertThat(WorkerSnapshot.of(List.of(plain(1), plain(2))).offersHints()).isFalse();
    assertThat(WorkerSnapshot.of(List.of()).offersHints()).isFalse();
  }
}
