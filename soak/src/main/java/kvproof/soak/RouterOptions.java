package kvproof.soak;

import java.time.Duration;
import java.util.Optional;
import kvproof.soak.outside.RouterCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that put another router in the reference router's place. */
final class RouterOptions {
  @Option(
      names = "--router",
      paramLabel = "COMMAND",
      description =
          "The router on trial, behind the line protocol on its standard input and output: words,"
              + " with quotes where one has blanks. Default: the reference router.")
  private @Nullable String router;

  @Option(
      names = "--router-timeout",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description = "How long an answer of it may take. Default: 10s.")
  private @Nullable Duration timeout;

  /**
   * How to start it; empty: the reference router.
   *
   * <p>Throws {@link IllegalArgumentException}, which says what to mend, if the options cannot be
   * meant so.
   */
  Optional<RouterCommand> command() {
    if (router == null) {
      if (timeout != null) {
        throw new IllegalArgumentException("--router-timeout needs --router");
      }
      return Optional.empty();
    }
    try {
      return Optional.of(
          RouterCommand.parse(router, timeout == null ? RouterCommand.DEFAULT_TIMEOUT : timeout));
    } catch (IllegalArgumentException unusable) {
      throw new IllegalArgumentException("--router: " + unusable.getMessage(), unusable);
    }
  }
}
