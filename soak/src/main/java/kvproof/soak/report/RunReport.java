package kvproof.soak.report;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Collections.unmodifiableSortedSet;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that a report of one run shows, as one value.
 *
 * @param version of kvproof
 * @param options every option as printed before the first case, in that order
 * @param profiles in the order in which they ran
 * @param ending why the run stopped
 * @param oracles digest of the oracles' sources
 * @param digest over the digests of the profiles
 * @param router the one on trial, if it stood behind the line protocol
 */
public record RunReport(
    String version,
    List<Option> options,
    List<ProfileReport> profiles,
    Ending ending,
    long oracles,
    long digest,
    Optional<RouterReport> router) {

  /** Cases of a profile after which a promised situation that was never met is a failure. */
  public static final long LONG_RUN_CASES = 20_000;

  /** Of a router within this process. */
  public RunReport(
      String version,
      List<Option> options,
      List<ProfileReport> profiles,
      Ending ending,
      long oracles,
      long digest) {
    this(version, options, profiles, ending, oracles, digest, Optional.empty());
  }

  public RunReport {
    options = List.copyOf(options);
    profiles = List.copyOf(profiles);
  }

  /** An option without its dashes and the value it had, {@code none} if it was not given. */
  public record Option(String name, String value) {}

  /** Why a run stopped. */
  public enum Ending {
    ALL_CASES,
    BUDGET_SPENT,
    INTERRUPTED,
    /** Not the router but kvproof itself failed; the report holds what had run. */
    HARNESS_FAILED
  }

  /**
   * What one profile came to.
   *
   * @param seed run seed; case i has the seed {@code mix(seed, i)}
   * @param casesAsked the number asked for
   * @param casesDone cases 0 to here ran, without a hole
   * @param diverged cases with a difference, kept as a finding or not
   * @param findings the first of them, in case order
   * @param situations how often each situation was met; one that never was is listed with 0
   * @param situationsMissed situations that the profile promises and never met
   * @param eventMix steps and requests that ran, by kind
   * @param front what the router's front counted in all cases; with {@code credit_over} and {@code
   *     credit_under}, the blocks at the ends of cases in which the router and the engines differ
   * @param speed cases done over time, in time order
   * @param digest over the digests of the cases, in case order
   */
  public record ProfileReport(
      String profile,
      long seed,
      long casesAsked,
      long casesDone,
      long diverged,
      List<Finding> findings,
      SortedMap<String, Long> situations,
      SortedSet<String> situationsMissed,
      SortedMap<String, Long> eventMix,
      SortedMap<String, Long> front,
      List<SpeedSample> speed,
      long digest) {
    public ProfileReport {
      findings = List.copyOf(findings);
      situations = unmodifiableSortedMap(new TreeMap<>(situations));
      situationsMissed = unmodifiableSortedSet(new TreeSet<>(situationsMissed));
      eventMix = unmodifiableSortedMap(new TreeMap<>(eventMix));
      front = unmodifiableSortedMap(new TreeMap<>(front));
      speed = List.copyOf(speed);
    }

    /** Long enough to have met everything that the profile promises, and yet it did not. */
    public boolean isMissingSituations() {
      return casesDone >= LONG_RUN_CASES && !situationsMissed.isEmpty();
    }
  }

  /** Cases that were done this long after the profile began. */
  public record SpeedSample(long elapsedMillis, long casesDone) {}
}
