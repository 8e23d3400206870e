package kvproof.soak;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.report.RunReport.Option;
import kvproof.soak.report.SeedText;
import kvproof.testkit.CaseSize;
import kvproof.testkit.Profile;

/**
 * Every option of {@code soak} with the value it has.
 *
 * @param cases of each profile
 * @param budget of the whole run
 * @param report the folder of the report; absent: no report, findings under {@code repro}
 * @param router the command of a router behind the line protocol; absent: the reference router
 */
record SoakOptions(
    List<Profile> profiles,
    CaseSize size,
    long cases,
    long seed,
    Optional<Duration> budget,
    int threads,
    Optional<Path> report,
    Optional<RouterCommand> router) {

  static final List<Profile> DEFAULT_PROFILES =
      List.of(Profile.ENGINE, Profile.CONSISTENT, Profile.IRREGULAR);
  static final long DEFAULT_CASES = 20_000;

  /** Fixed: a run that was given no seed is the same run tomorrow. */
  static final long DEFAULT_SEED = 0x6b76_7072_6f6f_6600L;

  static final int DEFAULT_THREADS = 2;

  SoakOptions {
    profiles = List.copyOf(profiles);
  }

  /** As printed before the first case, and as reported. */
  List<Option> printed() {
    List<Option> options = new ArrayList<>();
    Collections.addAll(
        options,
        new Option("profile", profiles.stream().map(Profile::wireName).collect(joining(","))),
        new Option("size", size.wireName()),
        new Option("cases", Long.toString(cases)),
        new Option("seed", SeedText.print(seed)),
        new Option("budget", budget.map(BudgetConverter::print).orElse("none")),
        new Option("threads", Integer.toString(threads)),
        new Option("report", report.map(Path::toString).orElse("none")));
    router.ifPresent(
        command ->
            Collections.addAll(
                options,
                new Option("router", command.text()),
                new Option("timeout", BudgetConverter.print(command.timeout()))));
    return options;
  }

  SoakOptions withProfiles(List<Profile> others) {
    return new SoakOptions(others, size, cases, seed, budget, threads, report, router);
  }

  /** Where findings are kept, relative like {@code report}. */
  Path reproFolder() {
    return report.orElse(Path.of("")).resolve("repro");
  }
}
