package kvproof.benchmarks.selection;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import kvproof.benchmarks.timing.AllocatedBytes;
import kvproof.benchmarks.timing.CallTimer;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.TimingPlan;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A process that times selections and prints what it found, one JSON line each. */
@Command(name = "selection-trial", description = "Times selections in this process.")
public final class SelectionTrial implements Callable<Integer> {
  private static final int COUNTED_CALLS = 200;

  @Option(names = "--rounds", defaultValue = "5")
  int rounds;

  @Option(names = "--millis", defaultValue = "100")
  int millis;

  @Option(names = "--warm-millis", defaultValue = "400")
  int warmMillis;

  @Option(names = "--first", defaultValue = "0", description = "Cases that the order begins with.")
  int first;

  @Option(
      names = "--beside-writer",
      description = "Only the cases with another thread that writes.")
  boolean besideWriter;

  private final SelectionLines lines;

  SelectionTrial(SelectionLines lines) {
    this.lines = lines;
  }

  public static void main(String[] args) {
    var lines = new SelectionLines(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(new CommandLine(new SelectionTrial(lines)).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    CallTimer timer = CallTimer.ofThisThread();
    timer.emptySampleNanos();
    lines.start(timer.emptySampleNanos());
    List<SelectionCase> cases = new ArrayList<>(SelectionCase.all(besideWriter));
    Collections.rotate(cases, -first);
    List<TimedPolicy> policies = cases.stream().map(TimedPolicy::new).toList();
    long warmNanos = warmMillis * 1_000_000L;
    policies.forEach(policy -> timer.warm(warmNanos, policy::select)); // all, before any is timed
    for (int i = 0; i < cases.size(); i++) {
      TimedPolicy policy = policies.get(i);
      SelectionCase timed = cases.get(i);
      if (timed.kind().hasWriter()) {
        try (var _ = CounterWriter.over(policy)) {
          time(timer, timed, policy);
        }
      } else {
        time(timer, timed, policy);
      }
    }
    return 0;
  }

  private void time(CallTimer timer, SelectionCase timed, TimedPolicy policy) {
    timer.warm(warmMillis * 250_000L, policy::select);
    Latency latency = timer.time(TimingPlan.ofMillis(rounds, millis), policy::select);
    double bytes = AllocatedBytes.perCall(COUNTED_CALLS, policy::select);
    lines.timed(timed, latency, bytes, policy.select());
  }
}
