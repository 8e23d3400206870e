package kvproof.soak;

import java.io.IOException;
import java.io.InputStream;
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
      "Example:",
      "  printf '%s\\n' '{\"op\":\"stored\",\"worker\":1,\"blocks\":[[1,101],[2,102]]}' \\",
      "    '{\"op\":\"query\",\"local\":[1,2,3],\"targets\":[[2,0]]}' | ./kvproof serve"
    })
final class ServeCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  private final InputStream in;

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  ServeCommand(Surroundings surroundings, InputStream in) {
    this.surroundings = surroundings;
    this.in = in;
  }

  @Override
  public Integer call() {
    try {
      new ServeSession(Version.text()).run(in, surroundings.out());
      return ExitCode.AGREED;
    } catch (IOException broken) {
      surroundings.err().println("kvproof serve: " + broken.getMessage());
      return ExitCode.HARNESS_FAILED;
    }
  }
}
