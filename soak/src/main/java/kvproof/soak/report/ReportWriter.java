package kvproof.soak.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a run's report: {@value #JSON} for programs, {@value #JUNIT} for a build server, {@value
 * #HTML} for people.
 *
 * <p>The three files of one folder are always of one run: either all are replaced, or a failure
 * leaves those that were there or takes them away. {@value #JSON} comes last, so where it is the
 * others are.
 */
public final class ReportWriter {
  static final String JSON = "report.json";
  static final String JUNIT = "junit.xml";
  static final String HTML = "report.html";

  private ReportWriter() {}

  /** Throws an {@link IOException} that names the file that could not be written, and a remedy. */
  public static void write(RunReport report, Path folder) throws IOException {
    Map<Path, String> texts = new LinkedHashMap<>();
    texts.put(folder.resolve(HTML), HtmlReport.of(report));
    texts.put(folder.resolve(JUNIT), JUnitReport.of(report));
    texts.put(folder.resolve(JSON), JsonReport.of(report));
    writeTogether(texts);
  }

  /**
   * Files that belong together, in that order: all are replaced, or a failure leaves those that
   * were there or takes them away.
   */
  public static void writeTogether(Map<Path, String> texts) throws IOException {
    try {
      for (Map.Entry<Path, String> file : texts.entrySet()) {
        named(file.getKey(), () -> WholeFile.writeUnfinished(file.getKey(), file.getValue()));
      }
      for (Path file : texts.keySet()) {
        named(file, () -> Files.deleteIfExists(file));
      }
      for (Path file : texts.keySet()) {
        named(file, () -> WholeFile.finish(file));
      }
    } finally {
      discard(texts.keySet());
    }
  }

  private interface FileAction {
    void run() throws IOException;
  }

  private static void named(Path file, FileAction action) throws IOException {
    try {
      action.run();
    } catch (IOException failure) {
      throw new IOException(
          file.getFileName()
              + " could not be written ("
              + FileTrouble.reason(failure)
              + "); make room or clear the way there, or name another folder with --report",
          failure);
    }
  }

  /** Whatever keeps an unfinished file from going away is not what the run is about. */
  private static void discard(Iterable<Path> files) {
    for (Path file : files) {
      try {
        WholeFile.discard(file);
      } catch (IOException staysThere) {
        // its name says that it is unfinished
      }
    }
  }
}
