package kvproof.soak.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;

/**
 * The file that a finding is kept in: its smallest case in the notation of {@link CaseText}, with
 * what went wrong as comments behind it.
 */
public final class CaseFile {
  /** How every case file begins, apart from comments and blank lines. */
  public static final String HEADER = "kvproof-case";

  private CaseFile() {}

  /** Unique within a run: profiles of one run draw different cases from the same seeds. */
  public static String name(Finding finding) {
    return finding.original().profile()
        + "-"
        + SeedText.digits(finding.original().seed())
        + ".case";
  }

  public static String text(Finding finding) {
    Divergence divergence = finding.divergence();
    Difference first = divergence.first();
    String remarks =
        String.join(
            "\n",
            first.part() + " " + first.kind() + ", " + first.where(),
            "expected  " + first.expected() + "     " + first.expectedBy(),
            "actual    " + first.actual() + "     " + divergence.actualBy(),
            "whole     " + finding.rerun());
    return CaseText.print(finding.shrunk())
        + remarks.lines().map(line -> "# " + line + "\n").collect(Collectors.joining());
  }

  /** Writes into the folder, which is made if it is not there; never leaves half a file. */
  public static Path write(Finding finding, Path folder) throws IOException {
    Files.createDirectories(folder);
    return WholeFile.write(folder.resolve(name(finding)), text(finding));
  }
}
