package kvproof.oracles.front;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.HashText;
import kvproof.model.HeldBlock;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;

/**
 * One worked example: a title, steps in the notation of {@link CaseText}, and facts between them.
 *
 * <pre>
 * took = store 1/0 device root 1:101; gap 1/0    what the steps since the fact before came to
 * held 1/0 device = 101 102                      by external hash
 * resident 1/0 = 2
 * counts = applied 2, stale 1                    all of them, since the start
 * source 9/0 = 1/0 to 8                          of the request with local hashes 1 to 20
 * </pre>
 */
record FrontExample(String title, List<String> lines) {
  private static final String HEAD = "kvproof-case 1\nprofile example\nseed 0\n";
  private static final String NONE = "nothing";

  /** The examples of a resource; each begins with {@code ==}, and {@code #} begins a comment. */
  static List<FrontExample> read(String resource) {
    try (InputStream bytes = FrontExample.class.getResourceAsStream(resource)) {
      List<FrontExample> examples = new ArrayList<>();
      var text = new String(Objects.requireNonNull(bytes, resource).readAllBytes(), UTF_8);
      for (String raw : text.lines().toList()) {
        String line = raw.replaceFirst("#.*", "").strip();
        if (line.startsWith("==")) {
          examples.add(new FrontExample(line.substring(2).strip(), new ArrayList<>()));
        } else if (!line.isEmpty()) {
          examples.getLast().lines().add(line);
        }
      }
      return examples;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Facts that are not as the example says, one line each. */
  List<String> mismatches() {
    var run = new Run();
    lines.forEach(run::line);
    return run.mismatches;
  }

  int facts() {
    return (int) lines.stream().filter(FrontExample::isFact).count();
  }

  private static boolean isFact(String line) {
    return line.contains(" = ");
  }

  @Override
  public String toString() {
    return title;
  }

  static List<CaseStep> steps(String text) {
    return CaseText.parse(HEAD + text).steps();
  }

  /** An index behind the oracles' front. */
  private static final class Run {
    private final OwnerInventoryOracle index = new OwnerInventoryOracle();
    private final IndexFront front = new FrontOracle(index);
    private final StringBuilder steps = new StringBuilder();
    private final List<String> mismatches = new ArrayList<>();

    void line(String line) {
      if (!isFact(line)) {
        steps.append(line).append('\n');
        return;
      }
      List<String> taken = new ArrayList<>();
      for (CaseStep step : FrontExample.steps(steps.toString())) {
        for (IndexStep plain : front.take(step)) {
          taken.add(CaseText.printStep(plain));
          index.take(plain);
        }
      }
      steps.setLength(0);
      String[] sides = line.split(" = ", 2);
      String actual = fact(sides[0].split(" +"), () -> orNothing(taken, "; "));
      if (!actual.equals(sides[1])) {
        mismatches.add(line + ", but was " + actual);
      }
    }

    private String fact(String[] words, Supplier<String> taken) {
      return switch (words[0]) {
        case "took" -> taken.get();
        case "held" -> held(WorkerWithDpRank.parse(words[1]), StorageTier.ofWireName(words[2]));
        case "resident" -> {
          OptionalLong blocks = index.residentBlocks(WorkerWithDpRank.parse(words[1]));
          yield blocks.isPresent() ? Long.toString(blocks.getAsLong()) : "absent";
        }
        case "counts" ->
            orNothing(
                front.counts().entrySet().stream()
                    .map(count -> count.getKey() + " " + count.getValue())
                    .toList(),
                ", ");
        case "source" -> source(WorkerWithDpRank.parse(words[1]));
        default -> throw new IllegalArgumentException("not a fact: " + words[0]);
      };
    }

    private String held(WorkerWithDpRank rank, StorageTier tier) {
      return orNothing(
          index.heldBlocks().stream()
              .filter(block -> block.owner().equals(rank) && block.tier() == tier)
              .map(HeldBlock::externalHash)
              .map(HashText::print)
              .toList(),
          " ");
    }

    private String source(WorkerWithDpRank target) {
      var prompt = BlockHashes.of(LongStream.rangeClosed(1, 20).toArray());
      var choices = index.answer(new Request("example", prompt, List.of(target))).choices();
      SourceChoice choice = Objects.requireNonNull(choices.get(target));
      return choice.source().map(source -> source + " to " + choice.end()).orElse(NONE);
    }

    private static String orNothing(List<String> words, String separator) {
      return words.isEmpty() ? NONE : words.stream().collect(joining(separator));
    }
  }
}
