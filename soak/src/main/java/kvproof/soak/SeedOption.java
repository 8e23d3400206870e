package kvproof.soak;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that draws cases. */
final class SeedOption {
  private final long seedWithoutOption;

  @Option(
      names = "--seed",
      paramLabel = "N",
      converter = SeedConverter.class,
      description =
          "Seed of the run, decimal or 0x and hex digits. Default: a fixed one, printed, so that"
              + " every run can be repeated.")
  private @Nullable Long named;

  SeedOption(long seedWithoutOption) {
    this.seedWithoutOption = seedWithoutOption;
  }

  /** As it was named, or the fixed one. */
  long seed() {
    Long seed = named;
    return seed == null ? seedWithoutOption : seed;
  }
}
