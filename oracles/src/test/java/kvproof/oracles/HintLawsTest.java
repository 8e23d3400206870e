package kvproof.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.Notation.Taken;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** For every law one answer that breaks it, made by spoiling a right one. */
class HintLawsTest {
  private static final WorkerWithDpRank W1 = Notation.rank("w1");

  /*
   *   position   0  1  2  3  4  5  6  7
   *   w1         d  d  d  d                 target, frontier 4
   *   w2                     h  h  h  h     continuation [4, 8), the source
   *   w3         d  d  d  d  d  h  h        root prefix [0, 7)
   */
  static final String STEPS = "device w1 0-3; host w2 4-7; device w3 0-4; host w3 5-6";

  @Test
  void theRightAnswerKeepsEveryLaw() {
    assertThat(violations(STEPS, right(STEPS))).isEmpty();
    assertThat(right(STEPS).choices().get(W1)).isEqualTo(choice(4, "w2", 8));
  }

  @Test
  void blocksOfAProjectedCacheOwnerCountForTargetAndSource() {
    String sourceIsProjected = "device w1 0-1; host K1 0-5; project K1 w2";
    String targetIsProjected = "device w1 0-1; host K1 2-3; project K1 w1; host w2 4-7";

    assertThat(right(sourceIsProjected).choices().get(W1)).isEqualTo(choice(2, "w2", 6));
    assertThat(violations(sourceIsProjected, right(sourceIsProjected))).isEmpty();
    assertThat(right(targetIsProjected).choices().get(W1)).isEqualTo(choice(4, "w2", 8));
    assertThat(violations(targetIsProjected, right(targetIsProjected))).isEmpty();
  }

  @Nested
  class Hint {
    @Test
    void hasAsManyHashesAsTheCreditedEnd() {
      assertRejected(choice(4, "w2", 8, usual(7), "tcp://w2:9000"), "7 hashes for credited end 8");
    }

    @Test
    void beginsAtTheRoot() {
      BlockHashes suffixOnly = usual(12).slice(4, 12);

      assertRejected(
          choice(4, "w2", 8, suffixOnly, "tcp://w2:9000"),
          "holds [0, 0) of the named blocks, frontier 4");
    }

    @Test
    void namesOnlyBlocksThatTheSourceHolds() {
      Taken withoutOne = Notation.take(STEPS + "; host R w2 [107]");

      assertThat(
              HintLaws.violations(
                  request(),
                  right(STEPS),
                  withoutOne.residency(),
                  withoutOne.workers(),
                  withoutOne.gapped(),
                  withoutOne.oracle().heldBlocks()))
          .containsExactly("target 1/0: 2/0 holds the named blocks up to 6, not 8");
    }

    @Test
    void namesBlocksUnderTheHashesThatTheSourceKnows() {
      BlockHashes mixed = BlockHashes.of(101, 102, 103, 104, 105, 106, 107, 908);

      assertRejected(
          choice(4, "w2", 8, mixed, "tcp://w2:9000"), "2/0 holds the named blocks up to 7, not 8");
    }

    @Test
    void goesToATargetThatKnowsItsOwnBlocksByTheNamedHashes() {
      String otherLine = "S w1 p=- [1:201 2:202]; device w3 0-1; host w2 2-3";

      assertRejected(otherLine, choice(2, "w2", 4), "holds [0, 0) of the named blocks, frontier 2");
    }

    @Test
    void agreesWithTheCandidates() {
      Answer answer = right(STEPS);
      var otherChain =
          new TransferCandidates(
              BlockHashes.of(101, 102, 103, 104, 105, 106, 999),
              answer.candidates().orElseThrow().owners());

      assertThat(
              violations(
                  STEPS,
                  new Answer(
                      answer.device(),
                      answer.lower(),
                      Optional.of(otherChain),
                      answer.intervals(),
                      answer.choices())))
          .singleElement()
          .asString()
          .startsWith("two chains in one look-up: 101 102 103 104 105 106 999 and");
    }

    @Test
    void isOneFetchForThisRequest() {
      SourceChoice right = choice(4, "w2", 8);
      var fetch = right.hint().orElseThrow().actions().getFirst();

      assertRejected(
          new SourceChoice(
              4, right.source(), 8, Optional.of(new KvHint("0.1", "request-1", List.of()))),
          "the hint is not one fetch: []");
      assertRejected(
          new SourceChoice(
              4, right.source(), 8, Optional.of(new KvHint("0.1", "other", List.of(fetch)))),
          "message id 'other' for request request-1");
    }

    @Test
    void isPresentExactlyIfThereIsASource() {
      SourceChoice right = choice(4, "w2", 8);

      assertRejected(
          new SourceChoice(4, right.source(), 8, Optional.empty()),
          "hint and source do not go together");
    }
  }

  @Nested
  class CreditedEnd {
    @Test
    void isBeyondTheFrontier() {
      assertRejected(choice(4, "w3", 4), "credited end 4 is not beyond frontier 4");
    }

    @Test
    void staysInsideThePrompt() {
      String longer = STEPS + "; host w2 8-9";

      assertRejected(longer, choice(4, "w2", 10), "credited end 10 of 8 blocks");
    }

    @Test
    void isTheFrontierWithoutASource() {
      assertRejected(
          new SourceChoice(4, Optional.empty(), 6, Optional.empty()),
          "credited end 6 without a source");
    }

    @Test
    void isWhereAnIntervalOfTheSourceEnds() {
      assertRejected(choice(4, "w2", 6), "no usable interval of 2/0 to 6");
    }
  }

  @Nested
  class Source {
    @Test
    void isNotTheTarget() {
      assertRejected(choice(4, "w1", 8), "1/0 is the target itself");
    }

    @Test
    void isNotAttachedToTheTarget() {
      assertRejected(
          "device w1 0-3; host K1 4-7; advertise K1 attached=w1",
          choice(4, "K1", 8, usual(8), "tcp://K1"),
          "K1 is attached to the target");
    }

    @Test
    void isAdvertised() {
      assertRejected(
          "device w1 0-3; host K1 4-7",
          choice(4, "K1", 8, usual(8), "tcp://K1"),
          "K1 has worker type ''");
    }

    @Test
    void hasNoEventGap() {
      assertRejected(STEPS + "; gap w2", choice(4, "w2", 8), "2/0 has an event gap");
      assertThat(violations(STEPS + "; gap w2", right(STEPS + "; gap w2"))).isEmpty();
      assertThat(violations(STEPS + "; gap w2; resync w2", right(STEPS))).isEmpty();
    }

    @Test
    void hasAGapUntilItLostAllThatItHeld() {
      assertThat(gapped("gap w1; gap w1.1; gap w2; gap K1; S w1 p=- [1:101]; R w1 [101]"))
          .containsExactly(W1, Notation.rank("w1.1"), Notation.rank("w2"), Notation.owner("K1"));
      assertThat(gapped("gap w1; gap w1.1; C w1")).containsExactly(Notation.rank("w1.1"));
      assertThat(gapped("gap w1; gap K1; C K1")).containsExactly(W1);
      assertThat(gapped("gap w1; gap w1.1; rank w1.1")).containsExactly(W1);
      assertThat(gapped("gap w1; gap w1.1; gap w2; worker w1"))
          .containsExactly(Notation.rank("w2"));
      assertThat(gapped("gap w1; gap w2; resync w1")).containsExactly(Notation.rank("w2"));
    }

    private static Set<Owner> gapped(String steps) {
      return Notation.take(steps).gapped();
    }

    @Test
    void isOfTheTargetsWorkerType() {
      assertRejected(
          STEPS + "; worker w2 type=prefill", choice(4, "w2", 8), "2/0 has worker type 'prefill'");
    }

    @Test
    void isConfigured() {
      assertRejected(
          "device w1 0-3; host w2.7 4-7; worker w2 endpoint=-",
          choice(4, "w2.7", 8, usual(8), "tcp://w2:9007"),
          "2/7 has no endpoint");
      assertRejected(
          "device w1 0-3; host w99 4-7; worker w1 type=decode",
          choice(4, "w99", 8),
          "99/0 has worker type ''");
      assertRejected(
          "device w1 0-3; host w2.1 4-7; worker w2 ranks=0",
          choice(4, "w2.1", 8, usual(8), "tcp://w2:9001"),
          "2/1 is not configured");
    }

    @Test
    void speaksForItself() {
      assertRejected(
          STEPS + "; worker w2 event=state_agent_v2",
          choice(4, "w2", 8),
          "2/0 is spoken for by state_agent_v2");
    }

    @Test
    void isAskedAtItsOwnEndpoint() {
      assertRejected(
          choice(4, "w2", 8, usual(8), "tcp://w3:9000"),
          "endpoint tcp://w3:9000 is not that of 2/0");
    }

    @Test
    void isNotNamedToATargetWithoutAWorkerType() {
      assertRejected(
          STEPS + "; worker w1 type=-",
          choice(4, "w2", 8),
          "2/0 is named to a target that may not fetch");
    }

    @Test
    void isNotOutsideARequiredIsland() {
      assertRejected(
          STEPS + "; worker w1 island=zone:x:required; worker w2 island=zone:y:preferred",
          choice(4, "w2", 8),
          "2/0 is outside the required island");
    }

    @Test
    void isNotOutsideAPreferredIslandWhileSomebodyInsideIsUsable() {
      assertRejected(
          STEPS + "; worker w1 island=zone:x:preferred; worker w3 island=zone:x:preferred",
          choice(4, "w2", 8),
          "chose 2/0 to 8, passed over 3/0 [0, 7)");
    }

    @Test
    void hasTheLargestEnd() {
      assertRejected(choice(4, "w3", 7), "chose 3/0 to 7, passed over 2/0 [4, 8)");
      assertRejected(SourceChoice.none(4), "chose no source, passed over 2/0 [4, 8)");
    }

    @Test
    void isTheSmallestOfThoseThatReachAsFar() {
      assertRejected(
          STEPS + "; host w3 7-7", choice(4, "w3", 8), "chose 3/0 to 8, passed over 2/0 [4, 8)");
    }
  }

  @Nested
  class Frontier {
    @Test
    void isWhereTheTargetsHitsEnd() {
      assertRejected(choice(3, "w2", 8), "its frontier is not 3 but, by its hits, 4");
    }

    @Test
    void leavesOutNoBlockThatTheTargetHolds() {
      Taken withMore = Notation.take(STEPS + "; host w1 4-4");

      assertThat(
              HintLaws.violations(
                  request(),
                  right(STEPS),
                  withMore.residency(),
                  withMore.workers(),
                  withMore.gapped(),
                  withMore.oracle().heldBlocks()))
          .containsExactly("target 1/0: holds [0, 5) of the named blocks, frontier 4");
    }
  }

  @Test
  void everyTargetHasAChoice() {
    Answer answer = right(STEPS);

    assertThat(
            violations(
                STEPS,
                new Answer(
                    answer.device(),
                    answer.lower(),
                    answer.candidates(),
                    answer.intervals(),
                    new TreeMap<>())))
        .containsExactly("choices for [], targets [1/0]");
  }

  @Test
  void residentCountIsTheNumberOfHeldDeviceBlocks() {
    var held = Notation.take(STEPS).oracle().heldBlocks();
    var resident = new TreeMap<WorkerWithDpRank, OptionalLong>();
    resident.put(W1, OptionalLong.of(4));
    resident.put(Notation.rank("w2"), OptionalLong.empty()); // blocks on the host do not count
    assertThat(HintLaws.wrongResidentCounts(resident, held)).isEmpty();

    resident.put(Notation.rank("w3"), OptionalLong.empty());
    resident.put(W1, OptionalLong.of(5));

    assertThat(HintLaws.wrongResidentCounts(resident, held))
        .containsExactly(
            "resident count of 1/0 is OptionalLong[5], it holds 4",
            "resident count of 3/0 is OptionalLong.empty, it holds 5");
  }

  private static Request request() {
    return new Request("request-1", Notation.usualPrompt(8), List.of(W1));
  }

  static Answer right(String steps) {
    return Notation.take(steps).oracle().answer(request());
  }

  static List<String> violations(String steps, Answer answer) {
    Taken taken = Notation.take(steps);
    return HintLaws.violations(
        request(),
        answer,
        taken.residency(),
        taken.workers(),
        taken.gapped(),
        taken.oracle().heldBlocks());
  }

  private static void assertRejected(SourceChoice wrong, String law) {
    assertRejected(STEPS, wrong, law);
  }

  private static void assertRejected(String steps, SourceChoice wrong, String law) {
    Answer answer = right(steps);
    var choices = new TreeMap<>(answer.choices());
    choices.put(W1, wrong);
    var spoiled =
        new Answer(
            answer.device(), answer.lower(), answer.candidates(), answer.intervals(), choices);

    assertThat(violations(steps, answer)).isEmpty();
    assertThat(violations(steps, spoiled))
        .anySatisfy(violation -> assertThat(violation).startsWith("target 1/0: " + law));
  }

  private static SourceChoice choice(int frontier, String source, int end) {
    String endpoint = "tcp://" + source + ":9000";
    return choice(frontier, source, end, usual(end), endpoint);
  }

  private static SourceChoice choice(
      int frontier, String source, int end, BlockHashes hashes, String endpoint) {
    return new SourceChoice(
        frontier,
        Optional.of(Notation.owner(source)),
        end,
        Optional.of(KvHint.fetch("request-1", hashes, endpoint)));
  }

  private static BlockHashes usual(int blocks) {
    return BlockHashes.of(LongStream.range(101, 101 + blocks).toArray());
  }
}
