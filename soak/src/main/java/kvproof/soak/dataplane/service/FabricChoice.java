package kvproof.soak.dataplane.service;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import kvproof.mocknixl.net.NettyFabric;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferFabricProvider;
import kvproof.model.transfer.TransferMemory;

/**
 * What moves the bytes between services, and where they lie: the stand-in over TCP, or a fabric
 * that the installation has.
 *
 * @param agent {@link #MOCK}, or the name of a {@link TransferFabricProvider}
 * @param settings what that provider is told
 * @param device the memory of device tiers; host tiers are in host memory
 */
public record FabricChoice(String agent, Map<String, String> settings, MemoryKind device) {
  /** The stand-in, which every installation has. */
  public static final String MOCK = "mock";

  public FabricChoice {
    settings = Map.copyOf(settings);
  }

  /** The stand-in, in host memory. */
  public static FabricChoice mock() {
    return new FabricChoice(MOCK, Map.of(), MemoryKind.DRAM);
  }

  public boolean isMock() {
    return agent.equals(MOCK);
  }

  /** The names that {@link #open} knows here, the stand-in first. */
  public static List<String> known() {
    List<String> names = new ArrayList<>(List.of(MOCK));
    ServiceLoader.load(TransferFabricProvider.class).stream()
        .map(provider -> provider.get().name())
        .sorted()
        .forEach(names::add);
    return names;
  }

  /** Opens it in this process. {@link TransferException} says what is missing and what to do. */
  public TransferFabric open() {
    if (isMock()) {
      return new NettyFabric();
    }
    return ServiceLoader.load(TransferFabricProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(agent))
        .findFirst()
        .orElseThrow(
            () ->
                new TransferException(
                    Category.BACKEND,
                    "no agent '" + agent + "' here, only " + String.join(", ", known())))
        .open(settings);
  }

  /**
   * Tries whether services could have it here: opens it, and takes one piece of memory for a device
   * tier. {@link TransferException} says what is missing and what to do.
   */
  public void tryOut() {
    try (TransferFabric fabric = open();
        TransferAgent agent = fabric.agent("tried out");
        TransferMemory memory = agent.allocate(device, 1)) {
      memory.write(0, ByteBuffer.allocate(1));
    }
  }

  /** What a command line calls a kind of memory. */
  public static String memory(MemoryKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** The options of a command line that say the same. */
  public List<String> toArguments() {
    List<String> arguments = new ArrayList<>(List.of("--agent", agent, "--memory", memory(device)));
    new TreeMap<>(settings)
        .forEach(
            (name, value) -> {
              arguments.add("--" + name);
              arguments.add(value);
            });
    return arguments;
  }
}
