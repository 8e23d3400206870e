package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory: allocated, registered, deregistered, freed. */
public abstract class RegistrationContract extends NearAndFar {

  @Test
  @Tag("FS-55")
  void sameRegionTwiceIsRefusedBeforeAnySideEffect() {
    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(nearMemory.region())));

    near.deregister(List.of(nearMemory.region()));
    assertThat(near.registeredRegions()).isEmpty();
  }

  @Test
  @Tag("FS-55")
  void listThatNamesARegionTwiceRegistersNothing() {
    MemoryRegion region = memory(near).region();
    MemoryRegion other = memory(near).region();

    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(other, region, region)));

    assertThat(near.registeredRegions()).containsExactly(nearMemory.region());
  }

  @Test
  void overlappingRegionIsRefused() {
    TransferMemory memory = memory(near);
    near.register(List.of(part(memory, 0, 32)));

    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(part(memory, 31, 8))));
  }

  @Test
  void regionsThatOnlyTouchAreBothRegistered() {
    TransferMemory memory = memory(near);
    near.deregister(List.of(nearMemory.region()));

    near.register(List.of(part(memory, 32, 32), part(memory, 0, 32)));

    assertThat(near.registeredRegions()).containsExactly(part(memory, 0, 32), part(memory, 32, 32));
  }

  @Test
  void memoryOfNobodyIsNotRegistered() {
    MemoryRegion own = nearMemory.region();
    MemoryRegion beyond = new MemoryRegion(kind(), 0, own.address() + own.sizeBytes() - 1, 2);

    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(beyond)));
  }

  @Test
  void closedMemoryIsNotRegistered() {
    TransferMemory memory = memory(near);
    memory.close();

    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(memory.region())));
  }

  @Test
  void twoAgentsMayRegisterTheSameMemory() {
    near.register(List.of(farMemory.region()));

    assertThat(near.registeredRegions()).contains(farMemory.region());
  }

  @Test
  void emptyListsChangeNothing() {
    near.register(List.of());
    near.deregister(List.of());

    assertThat(near.registeredRegions()).containsExactly(nearMemory.region());
  }

  @Test
  void deregisteringTwiceIsNotFound() {
    near.deregister(List.of(nearMemory.region()));

    refused(Category.NOT_FOUND, () -> near.deregister(List.of(nearMemory.region())));
  }

  @Test
  void partOfARegionIsNotDeregistered() {
    refused(Category.NOT_FOUND, () -> near.deregister(List.of(part(nearMemory, 0, 32))));
  }

  @Test
  void listsAreDeregisteredAsAWholeOrNotAtAll() {
    MemoryRegion unknown = memory(near).region();

    refused(Category.NOT_FOUND, () -> near.deregister(List.of(nearMemory.region(), unknown)));
    refused(
        Category.NOT_FOUND,
        () -> near.deregister(List.of(nearMemory.region(), nearMemory.region())));

    assertThat(near.registeredRegions()).containsExactly(nearMemory.region());
  }

  @Test
  @Tag("FS-46")
  @Tag("FS-54")
  void regionOfAPendingTransferStaysRegistered() {
    TransferRequest request = eightBytes(TransferOperation.READ);
    request.post();

    refused(Category.IN_USE, () -> near.deregister(List.of(nearMemory.region())));

    ended(request);
    near.deregister(List.of(nearMemory.region()));
  }

  @Test
  void registeredMemoryIsNotFreed() {
    refused(Category.IN_USE, nearMemory::close);

    assertThat(text(nearMemory, 0, 2)).isEqualTo("nn");
    near.deregister(List.of(nearMemory.region()));
    nearMemory.close();
    nearMemory.close();
  }

  @Test
  void memoryBeginsZeroed() {
    assertThat(text(memory(near), 0, SIZE_BYTES)).isEqualTo("\0".repeat(SIZE_BYTES));
  }

  @Test
  void memoryIsReadAndWrittenUpToItsEndAndNotBeyond() {
    nearMemory.write(SIZE_BYTES - 2, ByteBuffer.wrap(bytes("xy")));
    nearMemory.write(SIZE_BYTES, ByteBuffer.allocate(0));

    assertThat(text(nearMemory, SIZE_BYTES - 3, 3)).isEqualTo("nxy");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> nearMemory.write(SIZE_BYTES - 1, ByteBuffer.wrap(bytes("xy"))));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> nearMemory.read(-1, ByteBuffer.allocate(1)));
  }

  @Test
  void closedMemoryIsNeitherReadNorWritten() {
    TransferMemory memory = memory(near);
    memory.close();

    assertThatIllegalStateException().isThrownBy(() -> memory.write(0, ByteBuffer.allocate(1)));
    assertThatIllegalStateException().isThrownBy(() -> memory.read(0, ByteBuffer.allocate(1)));
  }

  @Test
  void nothingHasZeroBytes() {
    assertThatIllegalArgumentException().isThrownBy(() -> near.allocate(kind(), 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Descriptor(MemoryKind.DRAM, 0, 4096, 0));
  }

  @Test
  void tooMuchMemoryIsRefused() {
    refused(Category.OUT_OF_MEMORY, () -> near.allocate(kind(), Long.MAX_VALUE));
  }

  @Test
  void kindsOfMemoryAreRegisteredApart() {
    needs(otherKind());
    TransferMemory other = memory(near, otherKind(), SIZE_BYTES);
    MemoryRegion renamed = new MemoryRegion(kind(), 0, other.region().address(), SIZE_BYTES);

    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(renamed)));
    near.register(List.of(other.region()));

    assertThat(near.registeredRegions())
        .containsExactlyInAnyOrder(nearMemory.region(), other.region());
  }

  @Test
  void overlapInsideOneListRegistersNothing() {
    TransferMemory memory = memory(near);

    refused(
        Category.INVALID_PARAMETER,
        () -> near.register(List.of(part(memory, 32, 32), part(memory, 0, 33))));
    refused(
        Category.INVALID_PARAMETER,
        () -> near.register(List.of(part(memory, 0, 64), part(memory, 8, 8))));

    assertThat(near.registeredRegions()).containsExactly(nearMemory.region());
  }

  @Test
  void regionAroundARegisteredOneIsRefused() {
    TransferMemory memory = memory(near);
    near.register(List.of(part(memory, 16, 16)));

    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(part(memory, 0, 64))));
    refused(Category.INVALID_PARAMETER, () -> near.register(List.of(part(memory, 20, 4))));
    near.register(List.of(part(memory, 32, 32), part(memory, 0, 16)));
  }

  @Test
  @Tag("FS-55")
  void regionIsRegisteredAgainOnceItWasTakenBack() {
    near.deregister(List.of(nearMemory.region()));
    near.register(List.of(nearMemory.region()));

    assertThat(near.registeredRegions()).containsExactly(nearMemory.region());
  }

  @Test
  void regionsOfSeveralMemoriesAreRegisteredAtOnce() {
    MemoryRegion one = memory(near).region();
    MemoryRegion other = memory(near).region();

    near.register(List.of(other, one));

    assertThat(near.registeredRegions())
        .isEqualTo(
            Stream.of(nearMemory.region(), one, other)
                .sorted(Comparator.comparing(MemoryRegion::address, Long::compareUnsigned))
                .toList());
    near.deregister(List.of(other, one));
    assertThat(near.registeredRegions()).containsExactly(nearMemory.region());
  }
}
