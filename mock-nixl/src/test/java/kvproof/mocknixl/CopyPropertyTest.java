package kvproof.mocknixl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Copies between any registered places: the same bytes as {@code System.arraycopy} piece by piece.
 */
class CopyPropertyTest {
  /*
   * Each side has two memories; the middle of each is registered, the ends are sentinels:
   *
   *      0        8                               40       48
   *      |sentinel|          registered           |sentinel|
   *
   * No two bytes of all four memories are the same, so a byte in a wrong place shows.
   */
  private static final int SENTINEL_BYTES = 8;
  private static final int REGION_BYTES = 32;
  private static final int MEMORY_BYTES = REGION_BYTES + 2 * SENTINEL_BYTES;

  private Side near;
  private Side far;

  /** A place in one of the two regions of a side. */
  record Place(int region, int offsetBytes) {}

  record Piece(Place near, Place far, int sizeBytes) {}

  enum Abort {
    CANCELLED,
    DEREGISTERED
  }

  /** One agent with its memories, and what they should hold. */
  private static final class Side {
    final TransferAgent agent;
    final List<TransferMemory> memories = new ArrayList<>();
    final List<byte[]> expected = new ArrayList<>();

    Side(TransferAgent agent, MemoryKind kind, int firstByte) {
      this.agent = agent;
      for (int memory = 0; memory < 2; memory++) {
        byte[] bytes = new byte[MEMORY_BYTES];
        for (int i = 0; i < MEMORY_BYTES; i++) {
          bytes[i] = (byte) (firstByte + memory * MEMORY_BYTES + i);
        }
        memories.add(agent.allocate(kind, MEMORY_BYTES));
        memories.get(memory).write(0, ByteBuffer.wrap(bytes));
        expected.add(bytes);
      }
      agent.register(regions());
    }

    List<MemoryRegion> regions() {
      return memories.stream().map(TransferMemory::region).map(Side::registered).toList();
    }

    private static MemoryRegion registered(MemoryRegion whole) {
      return new MemoryRegion(
          whole.kind(), whole.deviceId(), whole.address() + SENTINEL_BYTES, REGION_BYTES);
    }

    List<Descriptor> descriptors(List<Piece> pieces, Function<Piece, Place> place) {
      return pieces.stream()
          .map(
              piece ->
                  regions()
                      .get(place.apply(piece).region())
                      .slice(place.apply(piece).offsetBytes(), piece.sizeBytes()))
          .toList();
    }

    void holdsWhatIsExpected() {
      for (int memory = 0; memory < 2; memory++) {
        byte[] actual = new byte[MEMORY_BYTES];
        memories.get(memory).read(0, ByteBuffer.wrap(actual));
        assertThat(actual)
            .as("memory %d of %s", memory, agent.name())
            .isEqualTo(expected.get(memory));
      }
    }
  }

  @BeforeTry
  void openNearAndFar() {
    InProcessFabric fabric = new InProcessFabric();
    near = new Side(fabric.agent("near"), MemoryKind.DRAM, 0);
    far = new Side(fabric.agent("far"), MemoryKind.VRAM, 128);
    near.agent.load(far.agent.metadata());
  }

  @Property(tries = 500)
  void copiesMoveTheBytesOfArraycopy(
      @ForAll TransferOperation operation, @ForAll("pieces") List<Piece> pieces) {
    TransferRequest request = posted(operation, pieces);

    assertThat(NearAndFar.ended(request)).isEqualTo(new TransferStatus.Done());

    pieces.forEach(piece -> expect(operation, piece));
    near.holdsWhatIsExpected();
    far.holdsWhatIsExpected();
  }

  @Property(tries = 500)
  void abortedCopiesTouchNoByteBeyondThePiecesPolled(
      @ForAll TransferOperation operation,
      @ForAll("pieces") List<Piece> pieces,
      @ForAll @IntRange(max = 5) int mostPolls,
      @ForAll Abort abort) {
    TransferRequest request = posted(operation, pieces);
    List<Piece> polled = pieces.subList(0, Math.min(mostPolls, pieces.size() - 1));

    polled.forEach(_ -> assertThat(request.poll()).isEqualTo(new TransferStatus.Pending()));
    switch (abort) {
      case CANCELLED -> {
        request.cancel();
        assertThat(request.poll()).isEqualTo(new TransferStatus.Cancelled());
      }
      case DEREGISTERED -> {
        far.agent.deregister(far.regions());
        assertThat(request.poll())
            .isInstanceOfSatisfying(
                TransferStatus.Failed.class,
                failed -> assertThat(failed.category()).isEqualTo(Category.DISCONNECTED));
      }
    }

    polled.forEach(piece -> expect(operation, piece));
    near.holdsWhatIsExpected();
    far.holdsWhatIsExpected();
  }

  private TransferRequest posted(TransferOperation operation, List<Piece> pieces) {
    TransferRequest request =
        near.agent.request(
            operation,
            near.agent.prepareLocal(near.descriptors(pieces, Piece::near)),
            near.agent.prepareRemote("far", far.descriptors(pieces, Piece::far)));
    request.post();
    return request;
  }

  private void expect(TransferOperation operation, Piece piece) {
    byte[] nearBytes = near.expected.get(piece.near().region());
    byte[] farBytes = far.expected.get(piece.far().region());
    int nearAt = SENTINEL_BYTES + piece.near().offsetBytes();
    int farAt = SENTINEL_BYTES + piece.far().offsetBytes();
    switch (operation) {
      case READ -> System.arraycopy(farBytes, farAt, nearBytes, nearAt, piece.sizeBytes());
      case WRITE -> System.arraycopy(nearBytes, nearAt, farBytes, farAt, piece.sizeBytes());
    }
  }

  /** Pieces of any size up to a whole region; they may overlap, on either side. */
  @Provide
  Arbitrary<List<Piece>> pieces() {
    return Arbitraries.integers()
        .between(1, REGION_BYTES)
        .flatMap(
            sizeBytes ->
                Combinators.combine(places(sizeBytes), places(sizeBytes))
                    .as((nearPlace, farPlace) -> new Piece(nearPlace, farPlace, sizeBytes)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  private static Arbitrary<Place> places(int sizeBytes) {
    return Combinators.combine(
            Arbitraries.integers().between(0, 1),
            Arbitraries.integers().between(0, REGION_BYTES - sizeBytes))
        .as(Place::new);
  }
}
