package kvproof.benchmarks.overload;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import kvproof.benchmarks.overload.OverloadReplay.Replayed;
import kvproof.benchmarks.trial.StartLine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A process that replays one case and prints what it found, one JSON line each. */
@Command(name = "overload-trial", description = "Replays one case in this process.")
public final class OverloadTrial implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How much longer than planned handing over may take. */
  private static final double LATE = 1.05;

  /** How much longer than handing over applying must take. */
  private static final double OVERLOADED = 1.05;

  @Option(names = "--case", required = true)
  OverloadCase trial = OverloadCase.UNTRACKED;

  @Option(names = "--trace", required = true)
  Path trace = Path.of("");

  @Option(names = "--copies", defaultValue = "20")
  int copies;

  @Option(names = "--blocks-per-id", defaultValue = "4")
  int blocksPerId;

  @Option(names = "--squeeze-millis", defaultValue = "750")
  int squeezeMillis;

  @Option(names = "--warm-rounds", defaultValue = "2")
  int warmRounds;

  @Option(names = "--issuer-cpus", defaultValue = "")
  String issuer = "";

  @Option(names = "--lane-cpus", required = true)
  String lanes = "";

  @Option(names = "--reader-cpus", required = true)
  String reader = "";

  private final PrintStream out;

  OverloadTrial(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(new CommandLine(new OverloadTrial(out)).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    out.println(StartLine.print());
    var plan = new CpuPlan(CpuPlan.parse(issuer), CpuPlan.parse(lanes), CpuPlan.parse(reader));
    OverloadStream stream = OverloadStream.read(trace, copies, blocksPerId, squeezeMillis);
    var replay = new OverloadReplay(stream, trial, plan);
    for (int round = 0; round < warmRounds; round++) {
      replay.run();
    }
    out.println(line(stream, plan, replay.run()));
    return 0;
  }

  /**
   * Whether lanes were nearly done when the last event was handed over: then the rate is that of
   * the issuer, and no ratio says anything.
   *
   * @param nanos from the start to the last event applied
   */
  static boolean keptUp(long nanos, long issueNanos) {
    return nanos < OVERLOADED * issueNanos;
  }

  private ObjectNode line(OverloadStream stream, CpuPlan plan, Replayed replayed) {
    boolean isLate = replayed.issueNanos() > LATE * stream.lastDueNanos();
    ObjectNode line =
        JSON.createObjectNode()
            .put("kind", "overload")
            .put("case", trial.name())
            .put("requests", stream.stream().requests())
            .put("events", stream.stream().events().size())
            .put("blocks", stream.stream().blocks())
            .put("nanos", replayed.nanos())
            .put(
                "achieved_block_ops_per_sec",
                Math.round(stream.stream().blocks() * 1e9 / Math.max(replayed.nanos(), 1)))
            .put("issued", plan.issues())
            .put("issue_nanos", replayed.issueNanos())
            .put("missed_schedule", plan.issues() && isLate)
            .put("kept_up", plan.issues() && keptUp(replayed.nanos(), replayed.issueNanos()))
            .put("reads_per_second", replayed.passesPerSecond())
            .put("read_sum", replayed.sum());
    replayed.places().forEach(line.putArray("places")::add);
    return line;
  }
}
