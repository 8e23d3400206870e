package kvproof.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import kvproof.soak.report.FileTrouble;
import kvproof.soak.serve.LineServer;
import kvproof.soak.serve.ServeSession;
import kvproof.soak.serve.Transcript;
import kvproof.soak.serve.Transcript.Parting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvproof serve}: the reference router on the line protocol. */
@Command(
    name = "serve",
    description =
        "Offers the reference router on the line protocol: one JSON object a line on standard"
            + " input, answers on standard output, until the input ends.",
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Besides the protocol's operations:"
          + " {\"op\":\"stream\",\"worker\":1,\"rank\":0,\"gapped\":true}, or",
      "with \"cache_owner\", says that the owner's event stream has a gap: it keeps its credit and"
          + " is",
      "named in no hint until \"gapped\":false, a \"cleared\" of exactly it, or its removal.",
      "",
      "Example:",
      "  printf '%%s\\n' '{\"op\":\"stored\",\"worker\":1,\"blocks\":[[1,101],[2,102]]}' \\",
      "    '{\"op\":\"query\",\"local\":[1,2,3],\"targets\":[[2,0]]}' | ./kvproof serve"
    })
final class ServeCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  private final InputStream in;
  private final OutputStream out;
  private final Runnable begun;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Listen there on the loopback address instead (0: any that is free), each connection with"
              + " a router of its own, until interrupted.")
  private @Nullable Integer port;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "Write down what is told and answered. With --port: each connection in a file of its own,"
              + " FILE.1 for the first one, and so on.")
  private @Nullable Path record;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description =
          "Tell the router what was written down, and exit with 1 if an answer is another one now.")
  private @Nullable Path replay;

  @Spec private @Nullable CommandSpec spec;

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  /**
   * The command on these streams.
   *
   * @param out throws when nobody reads it any more, as a {@link java.io.PrintStream} never does
   * @param begun runs before the first line is read
   */
  ServeCommand(Surroundings surroundings, InputStream in, OutputStream out, Runnable begun) {
    this.surroundings = surroundings;
    this.in = in;
    this.out = out;
    this.begun = begun;
  }

  @Override
  public Integer call() {
    if (replay != null && (port != null || record != null)) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--replay excludes --port and --record");
    }
    begun.run();
    try {
      return port != null ? listen(port) : replay != null ? compare(replay) : converse();
    } catch (IOException broken) {
      surroundings.err().println("kvproof serve: " + broken.getMessage());
      return ExitCode.HARNESS_FAILED;
    }
  }

  private int converse() throws IOException {
    if (record == null) {
      new ServeSession(Version.text()).run(in, out);
      return ExitCode.AGREED;
    }
    try (var file = Files.newOutputStream(surroundings.folder().resolve(record));
        var transcript = new Transcript(file)) {
      new ServeSession(Version.text(), Optional.of(transcript)).run(in, out);
    }
    return ExitCode.AGREED;
  }

  /** Of a connection; a file that cannot be written is complained of, and ends the connection. */
  private Optional<Transcript> transcript(int connection) throws IOException {
    if (record == null) {
      return Optional.empty();
    }
    Path file = surroundings.folder().resolve(record + "." + connection);
    try {
      return Optional.of(new Transcript(Files.newOutputStream(file)));
    } catch (IOException unwritable) {
      surroundings
          .err()
          .println("kvproof serve: cannot write " + file + ": " + FileTrouble.reason(unwritable));
      throw unwritable;
    }
  }

  private int compare(Path file) throws IOException {
    try (InputStream told = Files.newInputStream(surroundings.folder().resolve(file))) {
      Optional<Parting> parting = Transcript.replay(told, Version.text());
      parting.ifPresent(
          found -> {
            surroundings.out().println("line " + found.line() + " of " + file);
            surroundings.out().println("  then  " + shown(found.expected()));
            surroundings.out().println("  now   " + shown(found.actual()));
          });
      return parting.isPresent() ? ExitCode.DIVERGED : ExitCode.AGREED;
    } catch (NoSuchFileException missing) {
      surroundings.err().println("kvproof serve: there is no " + file);
      return ExitCode.BAD_USAGE;
    }
  }

  private static String shown(String answer) {
    return answer.isEmpty() ? "no answer" : answer;
  }

  private int listen(int wanted) throws IOException {
    try (LineServer server = LineServer.start(Version.text(), wanted, this::transcript)) {
      surroundings.out().println("listening on 127.0.0.1:" + server.port());
      new CountDownLatch(1).await();
      return ExitCode.AGREED;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }
}
