package kvproof.soak;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The name in front of every command. */
@Command(
    name = "kvproof",
    description = "Proves that a KV-cache-aware router names sources that really hold the blocks.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit codes:",
      "    0  agreed",
      "    1  diverged",
      "    2  bad usage or unreadable input",
      "    3  kvproof itself failed, or could not write what it was asked to",
      "  130  interrupted"
    })
final class KvproofCommand implements Runnable {
  @Mixin final HelpOptions helpOptions = new HelpOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "a command is missing");
  }
}
