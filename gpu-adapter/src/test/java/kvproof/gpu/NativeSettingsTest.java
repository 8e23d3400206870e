package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import kvproof.gpu.capi.Libc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In the environment that native code of this very process reads. */
class NativeSettingsTest {
  @TempDir Path plugins;

  @AfterEach
  void leaveNothing() {
    Libc.unsetEnvironment("NIXL_PLUGIN_DIR");
  }

  @Test
  void whatWouldHaveAgentsSpeakToSomebodyElseIsCleared() {
    NativeSettings.cleared().forEach(name -> Libc.setEnvironment(name, "inherited"));
    assertThat(Libc.environment("NIXL_ETCD_ENDPOINTS")).contains("inherited");

    NativeSettings.apply(plugins);

    assertThat(NativeSettings.cleared())
        .contains("NIXL_ETCD_ENDPOINTS", "NIXL_TCPSTORE_ENDPOINT", "NIXL_TELEMETRY_ENABLE")
        .allSatisfy(name -> assertThat(Libc.environment(name)).isEmpty());
  }

  @Test
  void whatTheJvmNeedsIsForcedAndWhatSomebodyChoseIsLeft() {
    Libc.setEnvironment("UCX_HANDLE_ERRORS", "bt");
    Libc.setEnvironment("NIXL_PLUGIN_DIR", "/elsewhere");

    NativeSettings.apply(plugins);

    assertThat(Libc.environment("UCX_HANDLE_ERRORS")).contains("none");
    assertThat(Libc.environment("NIXL_PLUGIN_DIR")).contains("/elsewhere");
  }
}
