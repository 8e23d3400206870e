package kvproof.benchmarks.smoke;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whose processors a machine has, as Linux names it: {@code vendor_id} of {@code cpuinfo}. */
public final class ProcessorMake {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private ProcessorMake() {}

  /** Of this machine. */
  public static String here() {
    try {
      return of(Files.readAllLines(CPU_INFO));
    } catch (IOException _) {
      return "unknown";
    }
  }

  /** Of the first processor; {@code unknown} if no line says so. */
  static String of(List<String> cpuInfo) {
    return cpuInfo.stream()
        .filter(line -> line.startsWith("vendor_id") && line.contains(":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .filter(make -> !make.isEmpty())
        .findFirst()
        .orElse("unknown");
  }
}
