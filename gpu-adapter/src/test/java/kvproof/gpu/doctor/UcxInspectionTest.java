package kvproof.gpu.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import kvproof.model.machine.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UcxInspectionTest {

  private static Finding settings(Map<String, String> environment) {
    return new UcxInspection(environment, library -> "1").settings();
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "tcp", "tcp,self", "self,sm,tcp", "^cuda,ib", "^rc"})
  void transportsThatHaveTcpReachPeers(String transports) {
    assertThat(settings(Map.of("UCX_TLS", transports)).isReady()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sm,self", "posix,cma,self", "^tcp", "^ib,tcp", "tcpx"})
  void transportsThatLeaveOutTcpDoNot(String transports) {
    Finding finding = settings(Map.of("UCX_TLS", transports));

    assertThat(finding.summary()).startsWith("UCX_TLS=" + transports + " leaves out tcp");
    assertThat(finding.remedy()).contains("unset UCX_TLS, or add tcp to it");
  }

  @Test
  void whatIsSetIsListedByNameAndWhatKvproofSetsItselfIsMarked() {
    Finding finding =
        settings(
            Map.of(
                "UCX_NET_DEVICES", "eth0",
                "UCX_HANDLE_ERRORS", "bt",
                "NIXL_LOG_LEVEL", "DEBUG",
                "PATH", "/bin"));

    assertThat(finding.isReady()).isTrue();
    assertThat(finding.summary()).isEqualTo("3 set");
    assertThat(finding.details())
        .containsExactly(
            "NIXL_LOG_LEVEL=DEBUG",
            "UCX_HANDLE_ERRORS=bt (kvproof sets its own)",
            "UCX_NET_DEVICES=eth0");
  }

  @Test
  void whatWouldHaveAgentsSpeakToSomebodyElseIsMarkedAsCleared() {
    Finding finding =
        settings(Map.of("NIXL_ETCD_ENDPOINTS", "http://here:2379", "NIXL_TELEMETRY_ENABLE", "y"));

    assertThat(finding.isReady()).isTrue();
    assertThat(finding.details())
        .containsExactly(
            "NIXL_ETCD_ENDPOINTS=http://here:2379 (kvproof clears it)",
            "NIXL_TELEMETRY_ENABLE=y (kvproof clears it)");
  }
}
