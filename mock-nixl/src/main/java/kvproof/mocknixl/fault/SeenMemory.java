package kvproof.mocknixl.fault;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;

/** An agent whose memory can be looked into, and spoilt, from outside. For one thread. */
public class SeenMemory extends ForwardingAgent {
  private final List<TransferMemory> allocated = new ArrayList<>();

  public SeenMemory(TransferAgent agent) {
    super(agent);
  }

  @Override
  public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    TransferMemory memory = super.allocate(kind, sizeBytes);
    allocated.add(memory);
    return memory;
  }

  /** Whether those bytes were allocated here. */
  public boolean has(Descriptor part) {
    return allocated.stream().anyMatch(memory -> memory.region().holds(part));
  }

  /**
   * Frees all that was allocated here, as the end of a process does; what is closed already stays
   * so. Refused while any of it is registered.
   */
  public void freeAll() {
    allocated.forEach(TransferMemory::close);
  }

  /** Those bytes themselves; {@link IllegalArgumentException} if they were not allocated here. */
  public ByteBuffer view(Descriptor part) {
    for (TransferMemory memory : allocated) {
      if (memory.region().holds(part)) {
        long offset = part.address() - memory.region().address();
        return memory.view(offset, Math.toIntExact(part.sizeBytes()));
      }
    }
    throw new IllegalArgumentException(name() + " has not allocated " + part);
  }
}
