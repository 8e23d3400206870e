package kvproof.soak.report;

import java.io.IOException;
import java.nio.file.Path;

/** Writes the report of a run into a folder. */
@FunctionalInterface
public interface ReportOutput {

  /** The folder is there; throws if a file could not be written, naming it. */
  void write(RunReport report, Path folder) throws IOException;

  /** Writes nothing. */
  static ReportOutput none() {
    return (report, folder) -> {};
  }
}
