package kvproof.benchmarks.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code kvproof bench} and {@code kvproof replay --verdict}, reached by the launcher. */
@Command(name = "kvproof")
public final class BenchMain {
  private static final int BAD_USAGE = 2;
  private static final int FAILED = 3;

  private BenchMain() {}

  public static void main(String[] args) {
    System.exit(execute(args, new PrintStream(System.out, true, StandardCharsets.UTF_8)));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String[] args, PrintStream out) {
    CommandLine commandLine =
        new CommandLine(new BenchMain())
            .addSubcommand(new BenchCommand(out))
            .addSubcommand(new VerdictCommand(out));
    return commandLine
        .setUsageHelpWidth(96)
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(BenchMain::refuse)
        .setExecutionExceptionHandler(BenchMain::fail)
        .execute(args);
  }

  private static int refuse(ParameterException bad, String[] args) {
    bad.getCommandLine().getErr().println("kvproof: " + bad.getMessage());
    bad.getCommandLine()
        .getErr()
        .println("see kvproof " + bad.getCommandLine().getCommandName() + " --help");
    return BAD_USAGE;
  }

  private static int fail(
      Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
    commandLine.getErr().println("kvproof failed:");
    failure.printStackTrace(commandLine.getErr());
    return FAILED;
  }
}
