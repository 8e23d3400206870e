package kvproof.benchmarks.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Every option of the run over the inventories, and its default. */
final class BenchOptions {
  @Option(
      names = "--peer",
      paramLabel = "PATH",
      description =
          "The program that peers/dynamo/build makes: timed in the same run, by turns. Without it"
              + " the peer's columns read 'not built', and what needs it is not judged.")
  @Nullable Path peer;

  @Option(
      names = "--baseline",
      paramLabel = "JAR",
      description =
          "benchmarks/target/benchmarks.jar of another build: timed in the same run, by turns, and"
              + " this build held against it inventory by inventory.")
  @Nullable Path baseline;

  @Option(
      names = "--processes",
      defaultValue = "6",
      paramLabel = "N",
      description = "Fresh processes of each side. Default: ${DEFAULT-VALUE}.")
  int processes;

  @Option(
      names = "--noise-processes",
      paramLabel = "N",
      description =
          "Fresh processes of each label of the same build against itself, which comes first."
              + " Default: as many as of each side; 0 leaves it out.")
  @Nullable Integer noiseProcesses;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      paramLabel = "N",
      description = "Rounds of one inventory in one process. Default: ${DEFAULT-VALUE}.")
  int rounds;

  @Option(
      names = "--millis",
      defaultValue = "100",
      paramLabel = "N",
      description = "Length of a round. Default: ${DEFAULT-VALUE}.")
  int millis;

  @Option(
      names = "--only",
      defaultValue = "",
      paramLabel = "TEXT",
      description = "Only inventories whose title has this text.")
  String only = "";

  @Option(
      names = "--growth",
      description = "Also time how the cost grows with each dimension, over two decades.")
  boolean growth;

  Optional<Path> baseline() {
    return Optional.ofNullable(baseline);
  }

  Optional<Path> peer() {
    return Optional.ofNullable(peer);
  }

  int noiseProcesses() {
    Integer given = noiseProcesses;
    return given == null ? processes : given;
  }

  /** An arm's command with the inventories that are wanted. */
  List<String> inventories(List<String> command) {
    List<String> words = new ArrayList<>(command);
    if (!only.isEmpty()) {
      words.add("--only");
      words.add(only);
    }
    return words;
  }

  /** The same, with how long to time. */
  List<String> timing(Arm arm) {
    List<String> words = inventories(arm.command());
    words.add("--rounds");
    words.add(Integer.toString(rounds));
    words.add("--millis");
    words.add(Integer.toString(millis));
    return words;
  }
}
