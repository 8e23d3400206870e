package kvproof.soak.report;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.Option;
import kvproof.soak.report.RunReport.ProfileReport;
import kvproof.soak.report.RunReport.SpeedSample;
import kvproof.soak.run.Doctored;

/** A small fixed report, full of characters that mean something in a page. */
final class Reports {
  static final Case SHRUNK =
      CaseText.parse(
          """
          kvproof-case 1
          profile irregular
          seed 0xa359087072f7a74c
          workers 1 ranks 0 type "de<c>ode" endpoint 0 "tcp://\\"w1\\"&:9000" ; \
          2 ranks 0 type "de<c>ode" endpoint 0 "tcp://<w2>\\u0001:9000"
          store 1/0 device root 1:101 2:102
          store 2/0 host_pinned root 1:101 2:102 3:fedcba9876543210
          remove 2/0 host_pinned 101
          ask q1 local 1 2 3 targets 1/0
          """);

  private Reports() {}

  /** A short profile in which all is well, and a long one with a finding. */
  static RunReport report(Ending ending) {
    return new RunReport(
        "1.0",
        List.of(new Option("profile", "engine,irregular"), new Option("seed", "<\"none\"> & such")),
        List.of(engine(), irregular()),
        ending,
        0xabcL,
        0xffff_ffff_ffff_ffffL);
  }

  private static ProfileReport engine() {
    return new ProfileReport(
        "engine",
        7,
        500,
        500,
        0,
        List.of(),
        counts("met", 3, "not yet met", 0),
        new TreeSet<>(List.of("not yet met")),
        counts("store device", 41, "clear", 1),
        counts(),
        List.of(new SpeedSample(250, 100), new SpeedSample(1250, 499), new SpeedSample(1251, 500)),
        0x1L);
  }

  private static ProfileReport irregular() {
    return new ProfileReport(
        "irregular",
        0x8000_0000_0000_0000L,
        20_000,
        20_000,
        12,
        List.of(finding()),
        counts("a hint & a <hole>", 0, "met", 70_000),
        new TreeSet<>(List.of("a hint & a <hole>")),
        counts("store device", 9),
        counts("applied", 12_345, "credit_over", 3, "gaps", 1),
        List.of(new SpeedSample(1, 20_000)),
        0x2L);
  }

  private static SortedMap<String, Long> counts(Object... namesAndCounts) {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (int i = 0; i < namesAndCounts.length; i += 2) {
      counts.put((String) namesAndCounts[i], ((Integer) namesAndCounts[i + 1]).longValue());
    }
    return counts;
  }

  static Finding finding() {
    Request request = SHRUNK.requests().getFirst();
    var oracle = new OwnerInventoryOracle();
    SHRUNK.indexSteps().forEach(oracle::take);
    Answer expected = oracle.answer(request);
    Difference choice =
        new Difference(
            "choice",
            Kind.WRONG_SOURCE,
            "q1, target 1/0",
            "fetch [2, 3) from 2/0",
            "OwnerInventoryOracle",
            "no fetch at 2");
    Difference hint =
        new Difference(
            "hint",
            Kind.WRONG_VALUE,
            "q1, target 1/0",
            "\"tcp://<w2>\u0001:9000\"",
            "OwnerInventoryOracle",
            "]]> no hint");
    return new Finding(
        17,
        20_000,
        SHRUNK,
        new Divergence(
            3,
            List.of(choice, hint),
            "ReferenceRouter",
            Optional.of(
                new Divergence.Exhibit(request, expected, Doctored.withoutSources(expected)))),
        SHRUNK,
        35,
        Optional.of("repro/irregular-a359087072f7a74c.case"),
        "./kvproof soak --profile irregular --seed 0xa359087072f7a74c --cases 1");
  }
}
