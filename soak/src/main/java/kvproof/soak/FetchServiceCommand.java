package kvproof.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import kvproof.soak.dataplane.service.ServiceSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code kvproof fetch-service}: what {@code kvproof fetch} starts; nobody types it.
 *
 * <p>Lines come on standard input and answers go to standard output. The process ends with its
 * input, whatever it is doing.
 */
@Command(
    name = "fetch-service",
    hidden = true,
    description = "A target or source of kvproof fetch, driven by lines on standard input.",
    versionProvider = Version.class)
final class FetchServiceCommand implements Callable<Integer> {
  /** How long a process may take to come to its end when its input has ended. */
  private static final long END_PATIENCE_SECONDS = 3;

  private final Surroundings surroundings;
  private final InputStream in;
  private final Runnable begun;

  @Mixin final FabricOptions fabric = new FabricOptions();

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  /** {@code begun} runs before the first line is read. */
  FetchServiceCommand(Surroundings surroundings, InputStream in, Runnable begun) {
    this.surroundings = surroundings;
    this.in = in;
    this.begun = begun;
  }

  @Override
  public Integer call() {
    begun.run();
    var over = new CountDownLatch(1);
    var session =
        new ServiceSession(
            line -> surroundings.out().println(line), fabric.choice(), UnaryOperator.identity());
    Thread.ofPlatform().name("lines").daemon().start(() -> read(session, over));
    session.run();
    over.countDown();
    return ExitCode.AGREED;
  }

  private void read(ServiceSession session, CountDownLatch over) {
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        session.take(line);
      }
    } catch (IOException gone) {
      // as if it had ended
    }
    session.end();
    endAnyway(over);
  }

  /** Who started this process has ended or does not need it any more. */
  private static void endAnyway(CountDownLatch over) {
    try {
      if (!over.await(END_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(ExitCode.HARNESS_FAILED);
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }
}
