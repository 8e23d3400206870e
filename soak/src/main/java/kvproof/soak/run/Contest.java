package kvproof.soak.run;

import java.util.List;
import java.util.stream.Stream;

/**
 * Who is compared with whom in a case.
 *
 * @param router the side that is on trial
 * @param oracles at least one; the first is the reference that the router and the other oracles are
 *     held against
 * @param checks run on a case at whose end all sides agree, in this order
 * @param excuse knows differences of the router that are none to report
 */
public record Contest(Side router, List<Side> oracles, List<CaseCheck> checks, Excuse excuse) {
  public Contest {
    oracles = List.copyOf(oracles);
    checks = List.copyOf(checks);
    if (oracles.isEmpty()) {
      throw new IllegalArgumentException("a contest without an oracle");
    }
  }

  /** One that excuses nothing. */
  public Contest(Side router, List<Side> oracles, List<CaseCheck> checks) {
    this(router, oracles, checks, Excuse.NONE);
  }

  /**
   * The reference router against both oracles, the laws, the counts that it keeps, and what becomes
   * of its hints.
   */
  public static Contest standard() {
    return new Contest(
        Side.referenceRouter(),
        Side.oracles(),
        List.of(new LawCheck(), new CountsKept(), new HintsCarriedOut()));
  }

  public Contest withRouter(Side router) {
    return new Contest(router, oracles, checks, excuse);
  }

  public Contest withOracles(List<Side> oracles) {
    return new Contest(router, oracles, checks, excuse);
  }

  public Contest withChecks(List<CaseCheck> checks) {
    return new Contest(router, oracles, checks, excuse);
  }

  /** One more check, after those that are there. */
  public Contest withFurtherCheck(CaseCheck check) {
    return withChecks(Stream.concat(checks.stream(), Stream.of(check)).toList());
  }
}
