package kvproof.soak.report;

import java.util.List;
import kvproof.soak.report.RunReport.ProfileReport;
import kvproof.testkit.Profile;

/**
 * The closing line of a profile or of a whole run.
 *
 * @param situationsMissed promised and never met
 * @param oracles digest of the oracles' sources
 * @param digest over all that was decided
 */
public record SoakSummary(
    String profile,
    long seed,
    long cases,
    long diverged,
    long situationsMissed,
    long oracles,
    long digest) {

  public static SoakSummary of(ProfileReport report, long oracles) {
    return new SoakSummary(
        report.profile(),
        report.seed(),
        report.casesDone(),
        report.diverged(),
        report.situationsMissed().size(),
        oracles,
        report.digest());
  }

  /** Sums under the name {@code all}. */
  public static SoakSummary ofRun(
      List<ProfileReport> reports, long seed, long oracles, long digest) {
    return new SoakSummary(
        "all",
        seed,
        reports.stream().mapToLong(ProfileReport::casesDone).sum(),
        reports.stream().mapToLong(ProfileReport::diverged).sum(),
        reports.stream().mapToLong(report -> report.situationsMissed().size()).sum(),
        oracles,
        digest);
  }

  /** {@code SOAK profile=... seed=0x... cases=... ...}, without a line end. */
  public String line() {
    return "SOAK profile="
        + profile
        + " seed="
        + SeedText.print(seed)
        + " cases="
        + cases
        + " diverged="
        + diverged
        + " situations_missed="
        + situationsMissed
        + " oracles="
        + SeedText.digits(oracles)
        + " digest="
        + digestText(profile, digest);
  }

  /** 16 hex digits; {@code -} for a profile in which threads race. */
  static String digestText(String profile, long digest) {
    return profile.equals(Profile.LANES.wireName()) ? "-" : SeedText.digits(digest);
  }
}
