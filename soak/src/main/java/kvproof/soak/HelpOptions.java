package kvproof.soak;

import picocli.CommandLine.Option;

/** The two options that every command has. */
final class HelpOptions {
  @Option(names = "--help", usageHelp = true, description = "Show this text.")
  boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  boolean version;
}
