package kvproof.gpu.capi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The bindings are what the C header declares. The header is fetched by {@code fetch-header.sh} and
 * never committed; without it everything here is skipped.
 */
class NixlHeaderTest {
  private static final Path HEADER =
      Path.of(
          Optional.ofNullable(System.getenv("KVPROOF_NIXL_HEADER"))
              .orElse("target/nixl/wrapper.h"));

  private String text;

  @BeforeEach
  void readHeader() throws IOException {
    assumeTrue(
        Files.exists(HEADER),
        () -> "no header at " + HEADER + "; gpu-adapter/fetch-header.sh gets it");
    text = Files.readString(HEADER);
  }

  @Test
  void everyFunctionStructAndEnumIsBoundAsItIsDeclared() {
    assertThat(HeaderComparison.differences(new CHeader(text))).isEmpty();
  }

  @Test
  void headerDeclaresAllThatTheLibraryExports() {
    assertThat(new CHeader(text).functions()).hasSize(104);
  }

  @Test
  void functionOfAnotherNameIsSeen() {
    assertThat(differencesWith("nixl_capi_gen_notif(", "nixl_capi_gen_notification("))
        .containsExactly("nixl_capi_gen_notif is not declared");
  }

  @Test
  void argumentOfAnotherKindIsSeen() {
    assertThat(
            differencesWith(
                "uintptr_t addr, size_t len, uint64_t dev_id);",
                "uintptr_t addr, int len, uint64_t dev_id);"))
        .singleElement()
        .asString()
        .startsWith("nixl_capi_xfer_dlist_add_desc is ");
  }

  @Test
  void oneArgumentMoreIsSeen() {
    assertThat(
            differencesWith(
                "nixl_capi_get_xfer_status(nixl_capi_agent_t agent, ",
                "nixl_capi_get_xfer_status(nixl_capi_agent_t agent, bool wait, "))
        .hasSize(1);
  }

  @Test
  void narrowerFieldIsSeen() {
    assertThat(differencesWith("uint64_t pthr_delay_us;", "int pthr_delay_us;"))
        .isNotEmpty()
        .allMatch(difference -> difference.startsWith("agent config"));
  }

  @Test
  void fieldsInAnotherOrderAreSeen() {
    assertThat(
            differencesWith(
                "bool enable_prog_thread;\n    bool enable_listen_thread;",
                "bool enable_listen_thread;\n    bool enable_prog_thread;"))
        .isNotEmpty();
  }

  @Test
  void statusOfAnotherNumberIsSeen() {
    assertThat(differencesWith("NIXL_CAPI_IN_PROG = 1", "NIXL_CAPI_IN_PROG = 2"))
        .containsExactly("NIXL_CAPI_IN_PROG is 2, bound as 1");
  }

  @Test
  void newErrorIsSeen() {
    assertThat(
            differencesWith(
                "NIXL_CAPI_ERROR_NOT_FOUND = -6,",
                "NIXL_CAPI_ERROR_NOT_FOUND = -6, NIXL_CAPI_ERROR_NEW = -7,"))
        .containsExactly("NIXL_CAPI_ERROR_NEW is not bound");
  }

  private List<String> differencesWith(String declared, String altered) {
    assertThat(text).contains(declared);
    return HeaderComparison.differences(new CHeader(text.replace(declared, altered)));
  }
}
