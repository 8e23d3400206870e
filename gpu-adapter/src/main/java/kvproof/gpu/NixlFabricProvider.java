package kvproof.gpu;

import java.util.Map;
import java.util.Optional;
import kvproof.gpu.library.LibrarySearch;
import kvproof.gpu.library.NixlLibraryFinder;
import kvproof.gpu.memory.DeviceMemorySource;
import kvproof.gpu.memory.ProcessMemory;
import kvproof.model.machine.MachineInspector;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferFabricProvider;

/**
 * The real NIXL library as a fabric named {@code nixl}. Its one setting is {@link
 * MachineInspector#NIXL_LIBRARY}: the library's file, or a folder that has it; absent, the usual
 * places.
 */
public final class NixlFabricProvider implements TransferFabricProvider {
  @Override
  public String name() {
    return "nixl";
  }

  @Override
  public TransferFabric open(Map<String, String> settings) {
    for (String setting : settings.keySet()) {
      if (!setting.equals(MachineInspector.NIXL_LIBRARY)) {
        throw new IllegalArgumentException(
            "nixl knows no setting '" + setting + "', only " + MachineInspector.NIXL_LIBRARY);
      }
    }
    LibrarySearch search =
        NixlLibraryFinder.ofProcess()
            .find(Optional.ofNullable(settings.get(MachineInspector.NIXL_LIBRARY)));
    return new NixlFabric(
        LoadedNixl.open(
            search
                .library()
                .orElseThrow(() -> new TransferException(Category.BACKEND, search.complaint()))),
        new ProcessMemory(DeviceMemorySource.ofProcess()));
  }
}
