package kvproof.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import kvproof.soak.report.CaseFile;
import kvproof.soak.report.FileTrouble;
import kvproof.soak.report.Finding;
import kvproof.soak.report.ReportOutput;
import kvproof.soak.report.RunReport;

/**
 * What a run writes. A file that cannot be written, for whatever reason, is complained of at once
 * and does not end the run: its verdict is still worth having.
 */
final class RunFiles {
  private final SoakOptions options;
  private final Surroundings surroundings;
  private final ReportOutput reportOutput;
  private boolean failed;

  RunFiles(SoakOptions options, Surroundings surroundings, ReportOutput reportOutput) {
    this.options = options;
    this.surroundings = surroundings;
    this.reportOutput = reportOutput;
  }

  boolean hasFailed() {
    return failed;
  }

  /**
   * Makes the folder of the report, so that one that cannot be made shows before the first case.
   */
  void prepare() {
    options.report().ifPresent(this::makeFolder);
  }

  private void makeFolder(Path folder) {
    try {
      Files.createDirectories(inPlace(folder));
    } catch (IOException unwritable) {
      complain(folder, unwritable);
    }
  }

  Finding keep(Finding finding) {
    Path folder = options.reproFolder();
    try {
      CaseFile.write(finding, inPlace(folder));
      return finding.keptAs(folder.resolve(CaseFile.name(finding)).toString());
    } catch (IOException unwritable) {
      complain(folder.resolve(CaseFile.name(finding)), unwritable);
      return finding;
    } catch (RuntimeException | AssertionError | StackOverflowError mistake) {
      complain(folder.resolve(CaseFile.name(finding)), mistake);
      return finding;
    }
  }

  void write(RunReport report) {
    Optional<Path> folder = options.report();
    if (folder.isPresent()) {
      try {
        reportOutput.write(report, inPlace(folder.get()));
      } catch (IOException unwritable) {
        complain(folder.get(), unwritable);
      } catch (RuntimeException | AssertionError | StackOverflowError mistake) {
        complain(folder.get(), mistake);
      }
    }
  }

  private Path inPlace(Path path) {
    return surroundings.folder().resolve(path);
  }

  private void complain(Path path, IOException unwritable) {
    failed = true;
    surroundings
        .err()
        .println("kvproof: cannot write " + path + ": " + FileTrouble.reason(unwritable));
  }

  /** A mistake of kvproof in making up what was to be written. */
  private void complain(Path path, Throwable mistake) {
    failed = true;
    surroundings.err().println("kvproof failed: " + path + " could not be written");
    mistake.printStackTrace(surroundings.err());
  }
}
