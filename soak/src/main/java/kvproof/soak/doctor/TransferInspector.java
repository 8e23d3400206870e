package kvproof.soak.doctor;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferFabricProvider;

/** Whether the installed fabrics really move bytes, in each kind of memory. */
final class TransferInspector implements MachineInspector {
  private final List<TransferFabricProvider> providers;
  private final LongSupplier nanoClock;

  TransferInspector(List<TransferFabricProvider> providers, LongSupplier nanoClock) {
    this.providers = List.copyOf(providers);
    this.nanoClock = nanoClock;
  }

  static TransferInspector ofInstalledFabrics() {
    return new TransferInspector(
        ServiceLoader.load(TransferFabricProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList(),
        System::nanoTime);
  }

  @Override
  public void inspect(Map<String, String> settings, Consumer<Finding> found) {
    if (providers.isEmpty()) {
      found.accept(
          Finding.missing(
              Part.CPU,
              "transfers",
              "no adapter to a real library is installed",
              "build kvproof with its module gpu-adapter"));
    }
    for (TransferFabricProvider provider : providers) {
      for (MemoryKind kind : MemoryKind.values()) {
        found.accept(tried(provider, kind, settings));
      }
    }
  }

  private Finding tried(
      TransferFabricProvider provider, MemoryKind kind, Map<String, String> settings) {
    Part part =
        switch (kind) {
          case DRAM -> Part.CPU;
          case VRAM -> Part.GPU;
        };
    String subject = provider.name() + " in " + kind;
    try (TransferFabric fabric = provider.open(settings)) {
      new TransferTrial(fabric, nanoClock).run(kind);
      return Finding.ready(
          part, subject, TransferTrial.SIZE_BYTES + " bytes from agent to agent, all right");
    } catch (TransferException | IllegalStateException failed) {
      return Finding.missing(
          part, subject, firstLine(failed), "see the findings above and the library's own log");
    }
  }

  private static String firstLine(RuntimeException failed) {
    return String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
  }
}
