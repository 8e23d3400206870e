package kvproof.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import kvproof.soak.serve.ServeSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
      "Besides the protocol's operations: {\"op\":\"stream\",\"worker\":1,\"rank\":0,\"gapped\":true}, or",
      "with \"cache_owner\", says that the owner's event stream has a gap: it keeps its credit and is",
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
    begun.run();
    try {
      new ServeSession(Version.text()).run(in, out);
      return ExitCode.AGREED;
    } catch (IOException broken) {
      surroundings.err().println("kvproof serve: " + broken.getMessage());
      return ExitCode.HARNESS_FAILED;
    }
  }
}
