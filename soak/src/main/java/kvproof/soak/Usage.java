package kvproof.soak;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How every command is parsed, and what happens to bad usage and to a failure. */
final class Usage {
  private Usage() {}

  static CommandLine applyTo(CommandLine commandLine, Surroundings surroundings) {
    return commandLine
        .setOut(writer(surroundings.out()))
        .setErr(writer(surroundings.err()))
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setExpandAtFiles(false)
        .setUsageHelpWidth(96)
        .setParameterExceptionHandler(Usage::refuse)
        .setExecutionExceptionHandler(Usage::fail);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  private static int refuse(ParameterException bad, String[] args) {
    PrintWriter err = bad.getCommandLine().getErr();
    err.println("kvproof: " + bad.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(bad, err)) {
      String command = bad.getCommandLine().getCommandSpec().qualifiedName();
      err.println("see " + command + " --help");
    }
    return ExitCode.BAD_USAGE;
  }

  private static int fail(Exception failure, CommandLine commandLine, ParseResult parsed) {
    commandLine.getErr().println("kvproof failed:");
    failure.printStackTrace(commandLine.getErr());
    return ExitCode.HARNESS_FAILED;
  }
}
