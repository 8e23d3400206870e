package kvproof.testkit;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.casetext.CaseText;

/** Cases written by hand, in the notation of {@link CaseText} without its header. */
final class TestCases {
  private TestCases() {}

  static Case of(Profile profile, String lines) {
    return CaseText.parse(
        "kvproof-case 1\nprofile " + profile.wireName() + "\nseed 7\n" + lines + "\n");
  }

  static List<CaseStep> steps(String lines) {
    return of(Profile.IRREGULAR, lines).steps();
  }

  static List<KvCacheEvent> events(String lines) {
    return steps(lines).stream().map(KvCacheEvent.class::cast).toList();
  }
}
