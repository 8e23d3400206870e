package kvproof.model.casetext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static kvproof.model.Island.Enforcement.PREFERRED;
import static kvproof.model.Island.Enforcement.REQUIRED;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.EXTERNAL;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.Island;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaseTextTest {
  private static final WorkerWithDpRank ONE = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank TWO = new WorkerWithDpRank(2, 0);
  private static final CacheOwner K1 = new CacheOwner("K1");

  /** The value of {@code every-operation.case}, in the order of its lines. */
  private static final Case EVERY_OPERATION =
      new Case(
          "irregular",
          0xa359087072f7a74cL,
          List.of(
              WorkerSnapshot.unlisted(),
              ResidencySnapshot.empty(),
              new Stored(ONE, DEVICE, OptionalLong.empty(), hashes(1, 2), hashes(101, 102)),
              new Stored(ONE, HOST_PINNED, OptionalLong.of(102), hashes(3), hashes(103)),
              new Stored(K1, DISK, OptionalLong.empty(), hashes(1, 2), hashes(-1, 1_000_000)),
              new Stored(
                  new WorkerWithDpRank(-1, -1), EXTERNAL, OptionalLong.of(0), hashes(), hashes()),
              new Removed(ONE, DEVICE, hashes(101, 102)),
              new Removed(K1, DISK, hashes(-1)),
              new Removed(ONE, HOST_PINNED, hashes()),
              Cleared.of(ONE),
              Cleared.of(K1),
              new Cleared(Optional.of(ONE), Optional.of(K1)),
              new RankRemoved(ONE),
              new WorkerRemoved(-1),
              owners(),
              WorkerSnapshot.of(List.of()),
              workers()),
          List.of(
              new Request("q1", hashes(1, 2, 3), List.of(ONE, TWO)),
              new Request("q 2", hashes(), List.of())),
          List.of(
              new FetchAttempt(
                  "q1",
                  ONE,
                  List.of(new Removed(TWO, HOST_PINNED, hashes(103)), Cleared.of(K1)),
                  Optional.of(new WorkerWithDpRank(3, 0)),
                  Optional.of(new FetchFault(Kind.LOST_PROBE, FetchPhase.ASKED))),
              new FetchAttempt("q1", TWO, List.of(), Optional.empty())));

  private static ResidencySnapshot owners() {
    WorkerWithDpRank six = new WorkerWithDpRank(6, 0);
    SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    projections.put(new CacheOwner("K2"), new WorkerWithDpRank(7, 0));
    projections.put(K1, six);
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    hintSources.put(new CacheOwner("Kä#\\"), new HintSource("", "", Optional.empty()));
    hintSources.put(K1, new HintSource("tcp://k1:9000", "decode", Optional.of(six)));
    return new ResidencySnapshot(projections, hintSources);
  }

  private static WorkerSnapshot workers() {
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    endpoints.put(1, "");
    endpoints.put(0, "tcp://w1:9000");
    return WorkerSnapshot.of(
        List.of(
            worker(2, ranks(), ""),
            new WorkerRecord(
                3,
                ranks(-1),
                "a;\"b\"",
                new TreeMap<>(),
                Optional.empty(),
                Optional.of(new Island("rack", "r1", PREFERRED))),
            new WorkerRecord(
                1,
                ranks(1, 0),
                "decode",
                endpoints,
                Optional.of("state_agent_v2"),
                Optional.of(new Island("rack", "row 3", REQUIRED)))));
  }

  @Nested
  class Golden {
    @Test
    void everyOperationPrintsAsInTheFile() {
      assertThat(CaseText.print(EVERY_OPERATION)).isEqualTo(resource("every-operation.case"));
    }

    @Test
    void everyFaultIsTwoWordsThatReadBack() {
      for (FetchFault fault : FetchFault.all()) {
        Case faulty =
            new Case(
                "fetch",
                1,
                List.of(),
                List.of(new Request("q1", hashes(1), List.of(ONE))),
                List.of(
                    new FetchAttempt("q1", ONE, List.of(), Optional.empty(), Optional.of(fault))));

        assertThat(CaseText.print(faulty))
            .endsWith(
                " fault "
                    + fault.kind().toString().toLowerCase(Locale.ROOT)
                    + " "
                    + fault.phase().toString().toLowerCase(Locale.ROOT)
                    + "\n");
        assertThat(CaseText.parse(CaseText.print(faulty))).isEqualTo(faulty);
      }
    }

    @Test
    void everyOperationReadsFromTheFile() {
      assertThat(CaseText.parse(resource("every-operation.case"))).isEqualTo(EVERY_OPERATION);
    }

    @Test
    void piecesPrintAsTheyDoInsideTheCase() {
      StringBuilder pieces = new StringBuilder();
      EVERY_OPERATION.steps().forEach(s -> pieces.append(CaseText.printStep(s)).append('\n'));
      EVERY_OPERATION.requests().forEach(r -> pieces.append(CaseText.printRequest(r)).append('\n'));
      EVERY_OPERATION.fetches().forEach(f -> pieces.append(CaseText.printFetch(f)).append('\n'));

      assertThat(resource("every-operation.case")).endsWith("\n" + pieces);
    }
  }

  @Nested
  class ByHand {
    @Test
    void commentsBlanksTabsAndIndentationMeanNothing() {
      Case expected =
          new Case(
              "tiny # no comment",
              7,
              List.of(
                  new Stored(ONE, DEVICE, OptionalLong.empty(), hashes(1, 2), hashes(101, 102))),
              List.of(),
              List.of());

      assertThat(CaseText.parse(resource("by-hand.case"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"every-operation.case", "by-hand.case"})
    void lineEndsOfWindowsMeanNothing(String name) {
      String text = resource(name);

      assertThat(CaseText.parse(text.replace("\n", "\r\n"))).isEqualTo(CaseText.parse(text));
    }

    @Test
    void lastLineNeedsNoLineFeed() {
      String text = resource("every-operation.case");

      assertThat(CaseText.parse(text.stripTrailing())).isEqualTo(EVERY_OPERATION);
    }

    @Test
    void textOutsideAsciiMayStandAsItIs() {
      Case read = CaseText.parse("kvproof-case 1\nprofile größe\nseed 0\nclear \"Kä\"\n");

      assertThat(read.profile()).isEqualTo("größe");
      assertThat(read.steps()).containsExactly(Cleared.of(new CacheOwner("Kä")));
    }

    @Test
    void seedIsDecimalOrHex() {
      assertThat(CaseText.parse("kvproof-case 1\nprofile p\nseed 18446744073709551615").seed())
          .isEqualTo(-1);
      assertThat(CaseText.parse("kvproof-case 1\nprofile p\nseed 0xff").seed()).isEqualTo(255);
    }

    @Test
    void quotedKeywordIsOnlyText() {
      Case read =
          CaseText.parse(
              """
              kvproof-case 1
              profile seed
              seed 1
              owners advertise project type type attach attach 1/0
              clear 1/0 root
              """);

      assertThat(CaseText.print(read)).contains("clear 1/0 root\n", "project type type attach");
      assertThat(CaseText.parse(CaseText.print(read))).isEqualTo(read);
    }
  }

  @Nested
  class Printing {
    @Test
    void equalWorkersPrintAlikeInWhateverOrderTheyWereGiven() {
      SortedSet<Integer> backwards = new TreeSet<>(Integer::compareUnsigned);
      backwards.addAll(List.of(-1, 0, 1));
      WorkerSnapshot signed = WorkerSnapshot.of(List.of(worker(1, ranks(-1, 0, 1), "decode")));
      WorkerSnapshot unsigned = WorkerSnapshot.of(List.of(worker(1, backwards, "decode")));

      assertThat(unsigned).isEqualTo(signed);
      assertThat(CaseText.printStep(signed))
          .isEqualTo(CaseText.printStep(unsigned))
          .isEqualTo("workers 1 ranks 0 1 4294967295 type decode");
    }

    @ParameterizedTest
    @MethodSource("kvproof.model.casetext.CaseTextTest#textsAndTheirWords")
    void textIsBareWhereItReadsBackElseQuoted(String text, String word) {
      Request request = new Request(text, hashes(), List.of());

      assertThat(CaseText.printRequest(request)).isEqualTo("ask " + word + " local targets");
    }

    @Test
    void emptyCaseIsThreeLines() {
      Case empty = new Case("", 0, List.of(), List.of(), List.of());

      assertThat(CaseText.print(empty))
          .isEqualTo("kvproof-case 1\nprofile \"\"\nseed 0x0000000000000000\n");
    }
  }

  static Stream<Arguments> textsAndTheirWords() {
    return Stream.of(
        arguments("local", "local"),
        arguments("tcp://[::1]:9000/a?b=c&d", "tcp://[::1]:9000/a?b=c&d"),
        arguments("a\\b", "a\\b"),
        arguments("", "\"\""),
        arguments(" ", "\" \""),
        arguments("a#", "\"a#\""),
        arguments(";", "\";\""),
        arguments("\"", "\"\\\"\""),
        arguments("\\ ", "\"\\\\ \""),
        arguments("a\tb\n", "\"a\\u0009b\\u000a\""),
        arguments("\u007f", "\"\\u007f\""),
        arguments("ä\ud83d\ude00", "\"\\u00e4\\ud83d\\ude00\""),
        arguments("\ud800", "\"\\ud800\""));
  }

  private static BlockHashes hashes(long... hashes) {
    return BlockHashes.of(hashes);
  }

  private static SortedSet<Integer> ranks(Integer... ranks) {
    return new TreeSet<>(List.of(ranks));
  }

  private static WorkerRecord worker(long workerId, SortedSet<Integer> ranks, String workerType) {
    return new WorkerRecord(
        workerId, ranks, workerType, new TreeMap<>(), Optional.empty(), Optional.empty());
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(CaseTextTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new AssertionError(name, unreadable);
    }
  }
}
