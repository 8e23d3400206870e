package kvproof.benchmarks.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import kvproof.benchmarks.trial.StartLine;
import kvproof.soak.trace.TraceScript;
import kvproof.soak.trace.TraceSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A process that plays a trace once at an offered load, after it was warmed, and prints a line. */
@Command(name = "load-trial", description = "Plays a trace at a fixed offered load.")
public final class LoadTrial implements Callable<Integer> {
  @Option(names = "--trace", required = true)
  Path trace = Path.of("");

  @Option(names = "--workers", required = true)
  int workers;

  @Option(names = "--device-blocks", required = true)
  int deviceBlocks;

  @Option(names = "--host-blocks", required = true)
  int hostBlocks;

  @Option(names = "--blocks-per-id", required = true)
  int blocksPerId;

  @Option(names = "--limit", required = true)
  long limit;

  @Option(names = "--rate", required = true, description = "Requests a second; 0: at once.")
  double rate;

  @Option(names = "--lanes", required = true)
  int lanes;

  @Option(names = "--tracked")
  boolean tracked;

  @Option(names = "--warm", defaultValue = "2", description = "Runs at full speed before it.")
  int warm;

  public static void main(String[] args) {
    System.exit(new CommandLine(new LoadTrial()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(StartLine.print());
    var settings = new TraceSettings(workers, deviceBlocks, hostBlocks, 1, limit, true);
    TraceScript script = TraceScript.of(trace, settings, blocksPerId);
    for (int i = 0; i < warm; i++) {
      new LoadRun(script, new LoadPlan(0, lanes, tracked)).warmUp();
    }
    out.println(LoadLines.print(new LoadRun(script, new LoadPlan(rate, lanes, tracked)).run()));
    return 0;
  }
}
