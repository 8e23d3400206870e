package kvproof.gpu;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import kvproof.gpu.capi.Libc;

/**
 * The environment that NIXL and UCX read, as a JVM needs it. Set before the library is loaded.
 *
 * <p>Forced, whatever was inherited: UCX takes no signals, since the JVM lives on SIGSEGV (an
 * implicit null check under UCX's handler ends the process); and UCX does not patch mmap and its
 * kin in libc, which transfers of host memory do not need. Cleared, whatever was inherited: what
 * has agents speak to servers that hold the metadata of others, or write down what they do. Chosen
 * only where nothing is set: the plugins beside the library, the loopback interface.
 */
public final class NativeSettings {
  private static final Map<String, String> FORCED =
      new TreeMap<>(
          Map.of(
              "UCX_HANDLE_ERRORS", "none",
              "UCX_ERROR_SIGNALS", "",
              "UCX_MEM_EVENTS", "n",
              "UCX_MEM_MMAP_HOOK_MODE", "none"));

  /** As the library 1.5.1 reads them. */
  private static final List<String> CLEARED =
      List.of("NIXL_ETCD_ENDPOINTS", "NIXL_TCPSTORE_ENDPOINT", "NIXL_TELEMETRY_ENABLE");

  private NativeSettings() {}

  /** The names that are set to what the JVM needs. */
  public static Set<String> forced() {
    return FORCED.keySet();
  }

  /** The names that are not set once the library is loaded. */
  public static List<String> cleared() {
    return CLEARED;
  }

  static void apply(Path plugins) {
    FORCED.forEach(Libc::setEnvironment);
    CLEARED.forEach(Libc::unsetEnvironment);
    setIfAbsent("UCX_NET_DEVICES", "lo");
    if (Files.isDirectory(plugins)) {
      setIfAbsent("NIXL_PLUGIN_DIR", plugins.toString());
    }
  }

  private static void setIfAbsent(String name, String value) {
    if (Libc.environment(name).isEmpty()) {
      Libc.setEnvironment(name, value);
    }
  }
}
