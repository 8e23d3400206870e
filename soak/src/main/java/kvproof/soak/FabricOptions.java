package kvproof.soak;

import java.util.Arrays;
import java.util.Map;
import kvproof.model.machine.MachineInspector;
import kvproof.model.transfer.MemoryKind;
import kvproof.soak.dataplane.service.FabricChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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

  @Option(
      names = "--memory",
      paramLabel = "KIND",
      converter = MemoryConverter.class,
      description =
          "Where device tiers lie: dram, or vram, memory of a GPU. The stand-in's vram is host"
              + " memory that is reached as a GPU's is, through copies. Default: dram.")
  MemoryKind memory = MemoryKind.DRAM;

  FabricChoice choice() {
    String named = nixlLibrary;
    return new FabricChoice(
        agent, named == null ? Map.of() : Map.of(MachineInspector.NIXL_LIBRARY, named), memory);
  }

  /** Reads a kind of memory by its name in lower case. */
  static final class MemoryConverter implements ITypeConverter<MemoryKind> {
    @Override
    public MemoryKind convert(String text) {
      return Arrays.stream(MemoryKind.values())
          .filter(kind -> FabricChoice.memory(kind).equals(text))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("'" + text + "' is not dram or vram"));
    }
  }
}
