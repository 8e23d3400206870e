package kvproof.benchmarks.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvproof.benchmarks.trial.Trial;
import kvproof.benchmarks.trial.TrialLines;

/** Runs one process to its end and reads what it printed; its complaints go to ours. */
final class TrialProcess {
  private final Pinning pinning;
  private final Duration timeout;

  /**
   * @param timeout after which a process is ended and the run fails
   */
  TrialProcess(Pinning pinning, Duration timeout) {
    this.pinning = pinning;
    this.timeout = timeout;
  }

  /**
   * Throws {@link IOException} if it does not start, fails, hangs, or is not where it was pinned.
   */
  Trial run(List<String> command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(pinning.prefix());
    words.addAll(command);
    Trial trial = TrialLines.read(linesOf(words));
    if (!pinning.cpus().isEmpty() && !trial.cpus().equals(pinning.cpus())) {
      throw new IOException(
          "pinned to processor %s, ran on %s: %s"
              .formatted(pinning.cpus(), trial.cpus(), String.join(" ", command)));
    }
    return trial;
  }

  private List<String> linesOf(List<String> words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Thread watch =
        Thread.ofVirtual()
            .start(
                () -> {
                  if (!waitFor(process)) {
                    process.destroyForcibly();
                  }
                });
    List<String> lines = new ArrayList<>();
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
      }
    } catch (IOException broken) {
      process.destroyForcibly();
      throw broken;
    }
    int exit = process.waitFor();
    watch.join();
    if (exit != 0) {
      throw new IOException("ended with " + exit + ": " + String.join(" ", words));
    }
    return lines;
  }

  private boolean waitFor(Process process) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      return false;
    }
  }
}
