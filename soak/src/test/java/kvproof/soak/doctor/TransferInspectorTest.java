package kvproof.soak.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.net.NettyFabric;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferFabricProvider;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransferInspectorTest {
  private final List<String> leftovers = new ArrayList<>();

  @AfterEach
  void nothingIsLeftOver() {
    assertThat(leftovers).isEmpty();
  }

  private List<Finding> findings(UnaryOperator<TransferAgent> around) {
    return findings(around, System::nanoTime);
  }

  private List<Finding> findings(UnaryOperator<TransferAgent> around, LongSupplier nanoClock) {
    List<Finding> findings = new ArrayList<>();
    new TransferInspector(List.of(provider(around)), nanoClock).inspect(Map.of(), findings::add);
    return findings;
  }

  private TransferFabricProvider provider(UnaryOperator<TransferAgent> around) {
    return new TransferFabricProvider() {
      @Override
      public String name() {
        return "netty";
      }

      @Override
      public TransferFabric open(Map<String, String> settings) {
        var fabric = new NettyFabric();
        return new TransferFabric() {
          @Override
          public TransferAgent agent(String name) {
            return around.apply(fabric.agent(name));
          }

          @Override
          public List<String> leftovers() {
            return fabric.leftovers();
          }

          @Override
          public void close() {
            leftovers.addAll(fabric.leftovers());
            fabric.close();
          }
        };
      }
    };
  }

  @Test
  void bytesThatMoveInEachKindOfMemoryAreReady() {
    assertThat(findings(agent -> agent))
        .containsExactly(
            Finding.ready(Part.CPU, "netty in DRAM", "65536 bytes from agent to agent, all right"),
            Finding.ready(Part.GPU, "netty in VRAM", "65536 bytes from agent to agent, all right"));
  }

  @Test
  void memoryThatCannotBeHadIsNotReady() {
    List<Finding> findings = findings(WithoutDevice::new);

    assertThat(findings.getFirst().isReady()).isTrue();
    assertThat(findings.getLast().isReady()).isFalse();
    assertThat(findings.getLast().summary()).isEqualTo("BACKEND: no device");
  }

  @Test
  void aByteThatIsWrongIsNotReady() {
    assertThat(findings(SpoilsAByte::new))
        .extracting(Finding::summary)
        .containsOnly("byte 12345 of the copy is wrong");
  }

  @Test
  void aCopyThatNeverEndsIsNotReady() {
    var nanos = new AtomicLong();

    assertThat(findings(NeverEnds::new, () -> nanos.addAndGet(1_000_000_000)))
        .extracting(Finding::summary)
        .containsOnly("the copy has not ended after 20 s");
  }

  @Test
  void withoutAnyAdapterTheModuleIsToBeBuilt() {
    List<Finding> findings = new ArrayList<>();

    new TransferInspector(List.of(), () -> 0).inspect(Map.of(), findings::add);

    assertThat(findings).singleElement().satisfies(each -> assertThat(each.isReady()).isFalse());
    assertThat(findings.getFirst().remedy())
        .isEqualTo(Optional.of("build kvproof with its module gpu-adapter"));
  }

  private static final class WithoutDevice extends ForwardingAgent {
    WithoutDevice(TransferAgent agent) {
      super(agent);
    }

    @Override
    public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
      if (kind == MemoryKind.VRAM) {
        throw new TransferException(Category.BACKEND, "no device\nand more lines");
      }
      return super.allocate(kind, sizeBytes);
    }
  }

  /** Answers requests that something is done with on their way. */
  private abstract static class OtherRequests extends ForwardingAgent {
    OtherRequests(TransferAgent agent) {
      super(agent);
    }

    abstract TransferRequest around(TransferRequest request);

    @Override
    public TransferRequest request(
        TransferOperation operation,
        PreparedDescriptors local,
        int[] localIndices,
        PreparedDescriptors remote,
        int[] remoteIndices) {
      return around(super.request(operation, local, localIndices, remote, remoteIndices));
    }
  }

  private static final class NeverEnds extends OtherRequests {
    NeverEnds(TransferAgent agent) {
      super(agent);
    }

    @Override
    TransferRequest around(TransferRequest request) {
      return new ForwardingRequest(request) {
        @Override
        public TransferStatus poll() {
          NearAndFar.ended(request);
          return new TransferStatus.Pending();
        }
      };
    }
  }

  /** The bytes arrive, and one of them changes afterwards. */
  private static final class SpoilsAByte extends ForwardingAgent {
    SpoilsAByte(TransferAgent agent) {
      super(agent);
    }

    @Override
    public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
      TransferMemory memory = super.allocate(kind, sizeBytes);
      return name().equals("doctor-far") ? new Spoilt(memory) : memory;
    }
  }

  private record Spoilt(TransferMemory memory) implements TransferMemory {
    @Override
    public MemoryRegion region() {
      return memory.region();
    }

    @Override
    public void write(long offsetBytes, ByteBuffer from) {
      memory.write(offsetBytes, from);
    }

    @Override
    public void read(long offsetBytes, ByteBuffer into) {
      ByteBuffer one = ByteBuffer.allocate(1);
      memory.read(12345, one);
      memory.write(12345, one.flip().put(0, (byte) ~one.get(0)));
      memory.read(offsetBytes, into);
    }

    @Override
    public ByteBuffer view(long offsetBytes, int sizeBytes) {
      return memory.view(offsetBytes, sizeBytes);
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
