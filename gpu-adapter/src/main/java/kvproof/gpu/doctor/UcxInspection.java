package kvproof.gpu.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import kvproof.gpu.NativeSettings;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;

/** What UCX is, and what its settings in the environment will do to NIXL in a JVM. */
final class UcxInspection {
  private static final String TRANSPORTS = "UCX_TLS";
  private static final String SUBJECT = "UCX settings";

  private final Map<String, String> environment;
  private final Function<Path, String> version;

  /**
   * An inspection in an environment.
   *
   * @param version loads a UCX library and asks its version; {@link IllegalArgumentException} says
   *     why it cannot
   */
  UcxInspection(Map<String, String> environment, Function<Path, String> version) {
    this.environment = new TreeMap<>(environment);
    this.version = version;
  }

  Finding version(Path library) {
    try {
      return Finding.ready(Part.CPU, "UCX", version.apply(library) + ", " + library);
    } catch (IllegalArgumentException unusable) {
      return Finding.missing(
          Part.CPU,
          "UCX",
          String.valueOf(unusable.getMessage()),
          "install the wheel anew, with all of its folders beside each other");
    }
  }

  /** Of the environment: what is set, and what of it would keep transfers from working. */
  Finding settings() {
    List<String> set = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("UCX_") || name.startsWith("NIXL_")) {
            set.add(name + "=" + value + remark(name));
          }
        });
    String transports = environment.get(TRANSPORTS);
    if (transports != null && !hasTcp(transports)) {
      return Finding.missing(
              Part.CPU,
              SUBJECT,
              TRANSPORTS + "=" + transports + " leaves out tcp, and peers are not reached without",
              "unset UCX_TLS, or add tcp to it")
          .with(set);
    }
    return Finding.ready(Part.CPU, SUBJECT, set.isEmpty() ? "none" : set.size() + " set").with(set);
  }

  /** Whatever is inherited, the adapter has its way before it loads the library. */
  private static String remark(String name) {
    if (NativeSettings.cleared().contains(name)) {
      return " (kvproof clears it)";
    }
    return NativeSettings.forced().contains(name) ? " (kvproof sets its own)" : "";
  }

  /** A list that begins with ^ says what is left out. */
  private static boolean hasTcp(String transports) {
    boolean isExclusion = transports.startsWith("^");
    List<String> names = Arrays.asList(transports.replaceFirst("^\\^", "").split(","));
    return isExclusion
        ? !names.contains("tcp")
        : names.stream().anyMatch(name -> name.equals("tcp") || name.equals("all"));
  }

  /** The module that reaches device memory, which UCX loads from beside itself. */
  Finding cudaTransport(Path library) {
    Path folder = library.resolveSibling("ucx");
    try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith("libuct_cuda.so"))
          .sorted()
          .findFirst()
          .map(file -> Finding.ready(Part.GPU, "UCX for CUDA", file.toString()))
          .orElseGet(
              () ->
                  Finding.missing(
                      Part.GPU,
                      "UCX for CUDA",
                      "no libuct_cuda.so in " + folder,
                      "install a UCX or a wheel that is built for CUDA"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
