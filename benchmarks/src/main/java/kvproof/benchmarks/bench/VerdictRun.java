package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.DoubleStream;
import kvproof.benchmarks.load.LoadLines;
import kvproof.benchmarks.load.LoadResult;
import kvproof.benchmarks.load.LoadTrial;
import kvproof.benchmarks.load.LoadVerdict;
import kvproof.benchmarks.load.LoadVerdict.Line;
import kvproof.benchmarks.load.LoadVerdict.Pair;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.section.Section;
import kvproof.benchmarks.section.Section.ProcessLines;
import kvproof.benchmarks.trial.Trial;

/** Scouts, then one arm against itself, then the arms; every run in a process of its own. */
final class VerdictRun {
  private static final String HEAP = "3g";

  private final VerdictOptions options;
  private final Path trace;
  private final List<String> words;
  private final TrialProcess processes;
  private final PrintStream out;
  private final List<ProcessLines> kept = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private int voidRuns;
  private Optional<LoadResult> earlier = Optional.empty();

  /**
   * @param words what every run of every arm is told
   */
  VerdictRun(
      VerdictOptions options,
      Path trace,
      List<String> words,
      TrialProcess processes,
      PrintStream out) {
    this.options = options;
    this.trace = trace;
    this.words = List.copyOf(words);
    this.processes = processes;
    this.out = out;
  }

  VerdictReport run() throws IOException, InterruptedException {
    List<Arm> arms = arms();
    Arm first = arms.getFirst();
    double rate = options.rate().isPresent() ? options.rate().get() : scouted(arms);
    out.printf(Locale.ROOT, "offered load: %.0f requests a second%n", rate);
    Pair noise = played(List.of(first, new Arm(first.name() + " again", first.command())), rate);
    Pair compared = played(arms, rate);
    var verdict = new LoadVerdict(compared, noise);
    return new VerdictReport(
        section(arms, verdict, rate), verdict.lines(), verdict.rounds(), rate, leftOut, voidRuns);
  }

  /** The one that is held against comes first. */
  private List<Arm> arms() {
    Optional<Path> baseline = options.baseline();
    if (baseline.isPresent()) {
      String jar = baseline.get().toAbsolutePath().toString();
      return List.of(
          arm("baseline", Arm.javaCommand(LoadTrial.class, HEAP, jar), false),
          arm("this build", Arm.javaCommand(LoadTrial.class, HEAP), false));
    }
    return List.of(
        arm("untracked", Arm.javaCommand(LoadTrial.class, HEAP), false),
        arm("tracked", Arm.javaCommand(LoadTrial.class, HEAP), true));
  }

  private Arm arm(String name, List<String> command, boolean tracked) {
    List<String> all = new ArrayList<>(command);
    all.addAll(words);
    if (tracked) {
      all.add("--tracked");
    }
    return new Arm(name, all);
  }

  /** A share of what the slower arm takes where each request comes when the last one is done. */
  private double scouted(List<Arm> arms) throws IOException, InterruptedException {
    double slowest = Double.POSITIVE_INFINITY;
    for (Arm arm : arms) {
      LoadResult scout = play("scout, " + arm.name(), 0, arm, 0);
      out.printf(
          Locale.ROOT,
          "scout, %s: %.0f requests a second%n",
          arm.name(),
          scout.achievedPerSecond());
      slowest = Math.min(slowest, scout.achievedPerSecond());
    }
    return slowest * options.loadPercent / 100;
  }

  private Pair played(List<Arm> arms, double rate) throws IOException, InterruptedException {
    var pair = new Pair();
    for (int round = 0; round < options.rounds; round++) {
      for (Arm arm : Schedule.order(arms, round)) {
        LoadResult result = play(arm.name(), round, arm, rate);
        if (arm.equals(arms.getFirst())) {
          pair.addFirst(round, result);
        } else {
          pair.addSecond(round, result);
        }
      }
      out.printf(
          "round %d of %d: %s, %s%n", round + 1, options.rounds, name(arms, 0), name(arms, 1));
    }
    return pair;
  }

  private static String name(List<Arm> arms, int number) {
    return arms.get(number).name();
  }

  private LoadResult play(String label, int round, Arm arm, double rate)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(arm.command());
    command.addAll(List.of("--rate", Double.toString(rate)));
    Trial trial = processes.run(command);
    kept.add(new ProcessLines(label, round, trial.raw()));
    LoadResult result = LoadLines.read(trial.raw());
    requireSameWork(label, result);
    if (result.isVoid()) {
      voidRuns++;
      leaveOut(label, round, result.differingBlocks() + " blocks differ from the caches: void");
    } else if (result.missedSchedule()) {
      leaveOut(
          label,
          round,
          "missed its schedule: at most %.0f ms behind, %.0f ms late in the end",
          result.behindMillis(),
          result.lateMillis());
    }
    return result;
  }

  /** What is played and what the index answers in the end do not depend on who plays it. */
  private void requireSameWork(String label, LoadResult result) throws IOException {
    LoadResult other = earlier.orElse(result);
    if (other.script() != result.script()) {
      throw new IOException(label + " made another script of the trace than the runs before it");
    }
    if (!other.isVoid() && !result.isVoid() && other.answers() != result.answers()) {
      throw new IOException(label + " answers otherwise in the end than the runs before it");
    }
    earlier = Optional.of(other);
  }

  private void leaveOut(String label, int round, String reason, Object... figures) {
    leftOut.add(
        label + ", round " + (round + 1) + ": " + String.format(Locale.ROOT, reason, figures));
  }

  private Section section(List<Arm> arms, LoadVerdict verdict, double rate) {
    SortedMap<String, String> facts = RunFacts.ofMachine(Pinning.none());
    facts.put("trace", trace.toString());
    facts.put("arms", name(arms, 0) + ", " + name(arms, 1));
    facts.put("load", String.format(Locale.ROOT, "%.0f requests a second", rate));
    facts.put("left out", leftOut.isEmpty() ? "none" : String.join("; ", leftOut));
    List<String> columns =
        List.of(name(arms, 0), name(arms, 1), "ratio", "from", "to", "noise from", "noise to");
    List<FigureRow> rows = verdict.lines().orElse(List.of()).stream().map(VerdictRun::row).toList();
    return new Section(
        "verdict",
        facts,
        List.of(
            new FigureTable("microseconds, and ratios within a round", columns, List.of(), rows)),
        kept);
  }

  private static FigureRow row(Line line) {
    return new FigureRow(
        line.figure().title(),
        DoubleStream.of(
                line.first(),
                line.second(),
                line.ratio().median(),
                line.ratio().low(),
                line.ratio().high(),
                line.noise().low(),
                line.noise().high())
            .mapToObj(OptionalDouble::of)
            .toList(),
        List.of(),
        line.isOutsideNoise()
            ? "outside noise"
            : line.isTooNoisy() ? "no verdict: the noise is too wide" : "inside noise");
  }
}
