package kvproof.soak;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * {@code kvproof bench} as the help lists it.
 *
 * <p>The launcher builds the benchmarks and runs the command from there, since nothing here may
 * need them; whoever comes here went past the launcher, and is told so.
 */
@Command(
    name = "bench",
    description =
        "Times the router over fifteen inventories, beside the published crate where it was built.")
final class BenchCommand implements Runnable {
  @Unmatched private @Nullable List<String> arguments;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "bench runs from the benchmarks: use ./kvproof bench"
            + (arguments == null ? "" : " " + String.join(" ", arguments)));
  }
}
