package kvproof.gpu.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import kvproof.gpu.cuda.CudaDriver;
import kvproof.gpu.cuda.StandIn;
import kvproof.gpu.library.Installation;
import kvproof.gpu.library.NixlLibrary;
import kvproof.gpu.library.NixlLibraryFinder;
import kvproof.model.machine.Finding;
import kvproof.model.machine.MachineInspector;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings on made-up machines, as texts; nothing of a made-up library is loaded. */
class GpuInspectorTest {
  private final Map<String, String> environment = new LinkedHashMap<>();

  private Path root;

  @BeforeEach
  void resolveLinks(@TempDir Path folder) throws IOException {
    root = folder.toRealPath();
    environment.put("KVPROOF_CUDA_LIB", "/nowhere/libcuda.so.1");
  }

  private List<Finding> findings(Map<String, String> settings) {
    return findings(settings, library -> {}, file -> "1.23.0");
  }

  private List<Finding> findings(
      Map<String, String> settings,
      Consumer<NixlLibrary> loader,
      Function<Path, String> ucxVersion) {
    List<Finding> findings = new ArrayList<>();
    new GpuInspector(
            new NixlLibraryFinder(environment, root, "amd64"),
            loader,
            new UcxInspection(environment, ucxVersion),
            new CudaInspection(environment, CudaDriver::load))
        .inspect(settings, findings::add);
    return findings;
  }

  private Map<String, String> wheel() {
    Installation.wheel(root, "nixl_cu12", "1.5.1");
    Installation.touch(root.resolve("nixl_cu12.libs/ucx/libuct_cuda.so.0.0.0"));
    return Map.of(MachineInspector.NIXL_LIBRARY, root.toString());
  }

  /** One line each, without the folder of the test. */
  private String text(List<Finding> findings) {
    var text = new StringBuilder();
    for (Finding finding : findings) {
      text.append(finding.isReady() ? "ok " : "-- ");
      text.append(finding.part()).append(' ').append(finding.subject()).append(": ");
      text.append(finding.summary()).append('\n');
      finding.details().forEach(line -> text.append("     ").append(line).append('\n'));
      finding.remedy().ifPresent(line -> text.append("   > ").append(line).append('\n'));
    }
    return text.toString().replace(root.toString(), "ROOT");
  }

  private static Finding about(String subject, List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing about " + subject + " in " + findings));
  }

  @Test
  void aMachineWithTheWheelAndWithoutAGpu() {
    assertThat(text(findings(wheel())))
        .isEqualTo(
            """
            ok CPU native access: allowed
            ok CPU NIXL: 1.5.1, ROOT/.nixl_cu12.mesonpy.libs/libnixl_capi.so
                 looked at --nixl-lib: ROOT/.nixl_cu12.mesonpy.libs/libnixl_capi.so: taken
            ok CPU NIXL plugins: POSIX UCX in ROOT/.nixl_cu12.mesonpy.libs/plugins
            ok CPU UCX: 1.23.0, ROOT/nixl_cu12.libs/libucp-b39b3ed9.so.0.0.0
            ok CPU UCX settings: none
            ok GPU UCX for CUDA: ROOT/nixl_cu12.libs/ucx/libuct_cuda.so.0.0.0
            -- GPU CUDA driver: the CUDA driver library /nowhere/libcuda.so.1 cannot be opened (/nowhere/libcuda.so.1: cannot open shared object file: No such file or directory); it comes with NVIDIA's driver, so install that, or name the library's path in KVPROOF_CUDA_LIB
               > use --memory dram, or a machine with an NVIDIA GPU and its driver
            """);
  }

  @Test
  void aMachineWithNothingAtAll() {
    assertThat(text(findings(Map.of())))
        .isEqualTo(
            """
            ok CPU native access: allowed
            -- CPU NIXL: not found
                 looked at system: ROOT/opt/nvidia/nvda_nixl/lib/x86_64-linux-gnu: does not exist
                 looked at system: ROOT/opt/nvidia/nvda_nixl/lib64: does not exist
                 looked at system: ROOT/usr/local/nixl/lib/x86_64-linux-gnu: does not exist
                 looked at system: ROOT/usr/local/nixl/lib64: does not exist
                 looked at system: ROOT/usr/local/lib/x86_64-linux-gnu: does not exist
                 looked at system: ROOT/usr/local/lib: does not exist
                 looked at system: ROOT/usr/lib/x86_64-linux-gnu: does not exist
                 looked at system: ROOT/usr/lib64: does not exist
               > install the wheel with 'pip install --no-deps nixl-cu12==1.5.1' into a Python environment, or name the library's path with --nixl-lib or in KVPROOF_NIXL_LIB
            ok CPU UCX settings: none
            -- GPU CUDA driver: the CUDA driver library /nowhere/libcuda.so.1 cannot be opened (/nowhere/libcuda.so.1: cannot open shared object file: No such file or directory); it comes with NVIDIA's driver, so install that, or name the library's path in KVPROOF_CUDA_LIB
               > use --memory dram, or a machine with an NVIDIA GPU and its driver
            """);
  }

  @Test
  void devicesAreListed() {
    StandIn.fresh(2, 3L << 29);
    environment.put("KVPROOF_CUDA_LIB", StandIn.libraryOrSkip().toString());

    Finding driver = about("CUDA driver", findings(Map.of()));

    assertThat(driver.isReady()).isTrue();
    assertThat(driver.summary()).isEqualTo("CUDA 12.8, " + StandIn.libraryOrSkip());
    assertThat(driver.details())
        .containsExactly(
            "device 0: stand-in device 0, 1.5 GiB", "device 1: stand-in device 1, 1.5 GiB");
  }

  @Test
  void aDriverWithoutADeviceIsNotReady() {
    StandIn.fresh(0, 1);
    environment.put("KVPROOF_CUDA_LIB", StandIn.libraryOrSkip().toString());

    Finding driver = about("CUDA driver", findings(Map.of()));

    assertThat(driver.summary()).contains("CUDA_ERROR_NO_DEVICE");
    assertThat(driver.remedy()).get().asString().contains("nvidia-smi");
  }

  @Test
  void aLibraryThatCannotBeLoadedSaysWhyAndUcxIsNotLoadedAlone() {
    List<Finding> findings =
        findings(
            wheel(),
            library -> {
              throw new TransferException(Category.BACKEND, "it is the stub");
            },
            file -> {
              throw new AssertionError("UCX was loaded without its settings");
            });

    assertThat(about("NIXL", findings).isReady()).isFalse();
    assertThat(about("NIXL", findings).summary()).contains("it is the stub");
  }

  @Test
  void aUcxThatCannotBeAskedSaysWhy() {
    List<Finding> findings =
        findings(
            wheel(),
            library -> {},
            file -> {
              throw new IllegalArgumentException("libucs is gone");
            });

    assertThat(about("UCX", findings).summary()).isEqualTo("libucs is gone");
    assertThat(about("UCX", findings).isReady()).isFalse();
  }

  @Test
  void aPluginFolderThatIsSetAndWrongIsToBeUnset() {
    environment.put("NIXL_PLUGIN_DIR", "/nowhere");

    Finding plugins = about("NIXL plugins", findings(wheel()));

    assertThat(plugins.summary()).isEqualTo("none in /nowhere");
    assertThat(plugins.remedy()).get().asString().startsWith("unset NIXL_PLUGIN_DIR");
  }

  @Test
  void aWheelWithoutTheUcxPluginIsToBeInstalledAnew() throws IOException {
    Map<String, String> settings = wheel();
    Files.delete(root.resolve(".nixl_cu12.mesonpy.libs/plugins/libplugin_UCX.so"));

    Finding plugins = about("NIXL plugins", findings(settings));

    assertThat(plugins.remedy()).get().asString().startsWith("libplugin_UCX.so is missing");
  }

  @Test
  void aUcxWithoutItsCudaModuleReachesNoDevice() throws IOException {
    Map<String, String> settings = wheel();
    Files.delete(root.resolve("nixl_cu12.libs/ucx/libuct_cuda.so.0.0.0"));

    assertThat(about("UCX for CUDA", findings(settings)).isReady()).isFalse();
  }
}
