package kvproof.benchmarks.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.benchmarks.fixture.InventoryFixture;

/** What a reader must know of a run to make anything of its figures. */
final class RunFacts {
  private RunFacts() {}

  static SortedMap<String, String> of(BenchOptions options, Pinning pinning) {
    SortedMap<String, String> facts = ofMachine(pinning);
    facts.put("seed", Long.toString(InventoryFixture.PROMPT_SEED));
    facts.put("peer", options.peer().map(Path::toString).orElse(BenchTable.NOT_BUILT));
    facts.put(
        "plan",
        "%d processes a side, %d a label of the same build, %d rounds of %d ms"
            .formatted(
                options.processes, options.noiseProcesses(), options.rounds, options.millis));
    return facts;
  }

  /**
   * Of a part of a run that times the peer as well.
   *
   * @param plan processes and rounds
   */
  static SortedMap<String, String> of(BenchOptions options, Pinning pinning, String plan) {
    SortedMap<String, String> facts = of(pinning, plan);
    facts.put("peer", options.peer().map(Path::toString).orElse(BenchTable.NOT_BUILT));
    return facts;
  }

  /** Of a part that the peer is no side of. */
  static SortedMap<String, String> of(Pinning pinning, String plan) {
    SortedMap<String, String> facts = ofMachine(pinning);
    facts.put("plan", plan);
    return facts;
  }

  /** The build, the machine, and where it stands. */
  static SortedMap<String, String> ofMachine(Pinning pinning) {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("commit", System.getProperty("kvproof.commit", "unknown"));
    facts.put("java", Runtime.version().toString());
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("processor", processor());
    facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("load", load());
    facts.put("pinning", pinning.text());
    return facts;
  }

  private static String processor() {
    return lines("/proc/cpuinfo").stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }

  private static String load() {
    List<String> lines = lines("/proc/loadavg");
    return lines.isEmpty() ? "unknown" : lines.getFirst();
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException _) {
      return List.of();
    }
  }
}
