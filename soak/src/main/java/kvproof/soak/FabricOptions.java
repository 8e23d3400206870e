package kvproof.soak;

import java.util.Map;
import kvproof.model.machine.MachineInspector;
import kvproof.soak.dataplane.service.FabricChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what moves the bytes. */
final class FabricOptions {
  @Option(
      names = "--agent",
      paramLabel = "NAME",
      description =
          "Who moves the bytes: mock, a stand-in over TCP, or nixl, the installed NIXL library."
              + " Default: mock.")
  String agent = FabricChoice.MOCK;

  @Option(
      names = "--nixl-lib",
      paramLabel = "PATH",
      description =
          "The NIXL library, or a folder or Python environment that has it; with --agent nixl."
              + " Default: KVPROOF_NIXL_LIB, then the usual places (see doctor).")
  @Nullable String nixlLibrary;

  FabricChoice choice() {
    String named = nixlLibrary;
    return new FabricChoice(
        agent, named == null ? Map.of() : Map.of(MachineInspector.NIXL_LIBRARY, named));
  }
}
