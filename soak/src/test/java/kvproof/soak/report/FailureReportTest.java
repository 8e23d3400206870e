package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureReportTest {
  private static final Case ORIGINAL =
      CaseText.parse(
          """
          kvproof-case 1
          profile irregular
          seed 0xa359087072f7a74c
          store 1/0 device root 1:101
          store 9/0 host_pinned root 1:101 2:102 3:103 4:104 5:105
          remove 9/0 host_pinned 105
          ask q1 local 1 2 3 4 5 targets 7/0
          fetch q1 target 7/0
            meanwhile remove 9/0 host_pinned 104
          """);
  private static final Case SHRUNK =
      new Case(
          ORIGINAL.profile(),
          ORIGINAL.seed(),
          ORIGINAL.steps().subList(1, 3),
          ORIGINAL.requests(),
          ORIGINAL.fetches());

  private static Finding finding(int furtherDifferences) {
    List<Difference> differences = new ArrayList<>();
    differences.add(
        new Difference(
            "choice",
            Kind.WRONG_END,
            "q1, target 7/0",
            "fetch [0, 4) from 9/0",
            "OwnerInventoryOracle",
            "fetch [0, 15) from 9/0"));
    for (int i = 0; i < furtherDifferences; i++) {
      differences.add(
          new Difference(
              "resident",
              Kind.OVER_CREDIT,
              i + "/0",
              "1 block",
              "OwnerInventoryOracle",
              "2 blocks, 1 too many"));
    }
    return new Finding(
        0,
        20_000,
        ORIGINAL,
        new Divergence(1, differences, "ReferenceRouter", Optional.empty()),
        SHRUNK,
        35,
        Optional.of("repro/irregular-a359087072f7a74c.case"),
        "./kvproof soak --profile irregular --seed 0xa359087072f7a74c --cases 1");
  }

  private static String golden(String name) throws IOException {
    try (InputStream golden = FailureReportTest.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(golden, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void findingReadsLikeTheGoldenText() throws IOException {
    assertThat(FailureReport.of(finding(0))).isEqualTo(golden("finding.txt"));
  }

  @Test
  void furtherDifferencesAreListedUpToAFew() throws IOException {
    Finding unwritten =
        new Finding(
            7,
            9,
            ORIGINAL,
            finding(7).divergence(),
            SHRUNK,
            1,
            Optional.empty(),
            finding(7).rerun());

    assertThat(FailureReport.of(unwritten)).isEqualTo(golden("finding-with-more.txt"));
  }

  @Test
  void replayNamesTheFile() throws IOException {
    String text = FailureReport.ofReplay("kept.case", "", SHRUNK, finding(0).divergence());

    assertThat(text).isEqualTo(golden("replay.txt"));
  }

  @Test
  void whatArrivesIsToldWithWhatCameOfIt() throws IOException {
    Case arrivals =
        CaseText.parse(
            """
            kvproof-case 1
            profile irregular
            seed 0x7
            open 1/0 none
            publish 1/0 0 arrives
              event store 1/0 device root 1:101
            publish 1/0 2 arrives
              event remove 1/0 device 101
            store 2/0 device root 1:101
            """);
    Divergence gaps =
        new Divergence(
            2,
            List.of(
                new Difference(
                    "front", Kind.WRONG_VALUE, "gaps", "1", "OwnerInventoryOracle", "0")),
            "ReferenceRouter",
            Optional.empty());

    assertThat(FailureReport.ofReplay("kept.case", "", arrivals, gaps))
        .isEqualTo(golden("front.txt"));
  }

  @Test
  void caseFileReadsBackAsTheShrunkCase(@TempDir Path folder) throws IOException {
    Path repro = folder.resolve("new").resolve("repro");

    Path file = CaseFile.write(finding(0), repro);

    assertThat(file).isEqualTo(repro.resolve("irregular-a359087072f7a74c.case"));
    assertThat(file).hasContent(golden("finding.case"));
    assertThat(CaseText.parse(Files.readString(file))).isEqualTo(SHRUNK);
    try (var files = Files.list(repro)) {
      assertThat(files).containsExactly(file);
    }
  }
}
