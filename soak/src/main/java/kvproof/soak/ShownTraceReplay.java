package kvproof.soak;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvproof.model.Verdict.Difference;
import kvproof.soak.report.FileTrouble;
import kvproof.soak.run.Progress;
import kvproof.soak.trace.TraceLine.BrokenLine;
import kvproof.soak.trace.TraceReplay;
import kvproof.soak.trace.TraceReplay.BrokenTraceException;
import kvproof.soak.trace.TraceSettings;
import kvproof.soak.trace.TraceTotals;

/** Replays a trace and shows what happens on the way. */
final class ShownTraceReplay implements TraceReplay.Listener {
  private static final int MOST_SHOWN = 10;

  private final Surroundings surroundings;
  private final Progress progress;
  private long brokenLines;
  private long differing;

  ShownTraceReplay(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.progress = ShownProgress.on(surroundings, "requests");
  }

  int replay(Path path, Path named, TraceSettings settings) {
    surroundings.out().println("replay of " + named + ", " + settings);
    long expected;
    TraceTotals totals;
    try {
      expected = Math.min(settings.limit(), lines(path));
      progress.started("replay", expected);
      totals = new TraceReplay(settings, surroundings.control().nanoTime(), this).run(path);
    } catch (BrokenTraceException broken) {
      return refuse(named + ", " + broken.getMessage() + " (--strict refuses it)");
    } catch (IOException unreadable) {
      return refuse(named + " cannot be read: " + FileTrouble.reason(unreadable));
    } finally {
      progress.ended();
    }
    if (totals.requests() == 0 && !totals.isInterrupted()) {
      return refuse(named + " is neither a case nor a trace: no line of it is a request");
    }
    if (totals.isInterrupted()) {
      surroundings
          .out()
          .println("interrupted: " + totals.requests() + " of " + expected + " requests");
    }
    surroundings.out().print(totals.text());
    surroundings.out().println(totals.closingLine());
    return exitCode(totals);
  }

  private static int exitCode(TraceTotals totals) {
    if (totals.isInterrupted()) {
      return ExitCode.INTERRUPTED;
    }
    return totals.differences() > 0 ? ExitCode.DIVERGED : ExitCode.AGREED;
  }

  /** How many requests to expect. By bytes: a line may be longer than the memory. */
  private static long lines(Path path) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long lineFeeds = 0;
    byte last = '\n';
    try (InputStream in = Files.newInputStream(path)) {
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        for (int i = 0; i < count; i++) {
          lineFeeds += buffer[i] == '\n' ? 1 : 0;
        }
        last = buffer[count - 1];
      }
    }
    return last == '\n' ? lineFeeds : lineFeeds + 1;
  }

  private int refuse(String complaint) {
    surroundings.err().println("kvproof: " + complaint);
    return ExitCode.BAD_USAGE;
  }

  @Override
  public void broken(BrokenLine line) {
    if (++brokenLines <= MOST_SHOWN) {
      surroundings.err().println("line " + line.number() + " passed over: " + line.reason());
    } else if (brokenLines == MOST_SHOWN + 1) {
      surroundings.err().println("further broken lines are only counted");
    }
  }

  @Override
  public void differs(long line, List<Difference> differences) {
    if (++differing > MOST_SHOWN) {
      return;
    }
    surroundings.out().println("REPLAY differs at line " + line);
    for (Difference difference : differences) {
      surroundings
          .out()
          .println(
              "  "
                  + difference.part()
                  + ", "
                  + difference.where()
                  + ": expected "
                  + difference.expected()
                  + " ("
                  + difference.expectedBy()
                  + "), actual "
                  + difference.actual());
    }
  }

  @Override
  public void advanced(long requests) {
    progress.advanced(requests, differing);
  }

  @Override
  public boolean isStopped() {
    return surroundings.control().stopped().getAsBoolean();
  }
}
