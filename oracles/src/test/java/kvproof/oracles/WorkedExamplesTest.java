package kvproof.oracles;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.Notation.Taken;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The worked examples of the specification, one row each; what every row must answer is in it. */
class WorkedExamplesTest {

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "inventory-examples.csv", delimiter = '|')
  void deviceBlocksAndCountsAreThoseOfTheInventory(
      String name,
      String events,
      String query,
      String device,
      String resident,
      long detached,
      ApplyStatus status) {
    Taken taken = Notation.take(events);

    Answer answer = answer(taken, Notation.hashes(query), List.of());

    SortedMap<WorkerWithDpRank, Integer> blocks = new TreeMap<>();
    answer.device().forEach((rank, match) -> blocks.put(rank, match.blocks()));
    assertThat(Notation.text(blocks)).isEqualTo(device);
    for (String count : Notation.words(resident, ", ")) {
      List<String> words = Notation.words(count, " ");
      OptionalLong actual = taken.oracle().residentBlocks(Notation.rank(words.getFirst()));
      assertThat(actual.isPresent() ? actual.getAsLong() + "" : "absent")
          .isEqualTo(words.getLast());
    }
    assertThat(taken.oracle().statistics(StorageTier.DEVICE).detached()).isEqualTo(detached);
    assertThat(taken.lastStatus()).isEqualTo(status);
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "tier-examples.csv", delimiter = '|')
  void everyTierContinuesTheRanksOwnRun(String name, String events, String query, String hits) {
    Taken taken = Notation.take(events);

    Answer answer = answer(taken, Notation.hashes(query), List.of());

    List<String> actual = new ArrayList<>();
    answer
        .lower()
        .forEach(
            (tier, lower) -> {
              assertThat(lower.next().keySet()).isEqualTo(lower.hits().keySet());
              String word = tier == StorageTier.HOST_PINNED ? "host" : tier.wireName();
              actual.add(lower.hits().isEmpty() ? word : word + " " + Notation.text(lower.hits()));
            });
    assertThat(actual.isEmpty() ? "-" : String.join("; ", actual)).isEqualTo(hits);
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "candidate-examples.csv", delimiter = '|')
  void candidatesAreTheRootPrefixesOfOneChain(
      String name, String events, String query, String chain, String owners) {
    Taken taken = Notation.take(events);

    var candidates = answer(taken, Notation.hashes(query), List.of()).candidates();

    assertThat(candidates.map(TransferCandidates::chain).map(Object::toString).orElse("-"))
        .isEqualTo(chain);
    assertThat(candidates.map(TransferCandidates::owners).map(Notation::text).orElse("-"))
        .isEqualTo(owners);
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "choice-examples.csv", delimiter = '|')
  void theBestUsableSourceIsChosen(
      String name, int size, String steps, String intervals, String choices) {
    Taken taken = Notation.take(steps);
    List<WorkerWithDpRank> targets =
        Notation.words(choices, ", ").stream()
            .map(row -> Notation.rank(Notation.words(row, " ").getFirst()))
            .toList();

    Answer answer = answer(taken, Notation.usualPrompt(size), targets);

    if (!intervals.equals("*")) {
      assertThat(intervalsText(answer)).isEqualTo(intervals);
    }
    assertThat(targets.stream().map(target -> choiceText(answer, target)).collect(joining(", ")))
        .isEqualTo(choices);
  }

  private static Answer answer(
      Taken taken, BlockHashes localHashes, List<WorkerWithDpRank> targets) {
    return taken.oracle().answer(new Request("request-1", localHashes, targets));
  }

  private static String intervalsText(Answer answer) {
    return answer.intervals().isEmpty()
        ? "-"
        : answer.intervals().stream()
            .map(
                source ->
                    Notation.text(source.owner())
                        + " "
                        + source.interval().start()
                        + "-"
                        + source.interval().end())
            .collect(joining(", "));
  }

  private static String choiceText(Answer answer, WorkerWithDpRank target) {
    SourceChoice choice = requireNonNull(answer.choices().get(target));
    String source = choice.source().map(Notation::text).orElse("none");
    return String.join(
        " ", Notation.text(target), choice.frontier() + "", source, choice.end() + "");
  }
}
