package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Descriptors and the copies made from them: which bytes go where. */
public abstract class CopyContract extends NearAndFar {

  @Test
  void writeChangesExactlyItsBytes() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(text(farMemory, 0, SIZE_BYTES))
        .isEqualTo("f".repeat(16) + "n".repeat(8) + "f".repeat(SIZE_BYTES - 24));
    assertThat(text(nearMemory, 0, SIZE_BYTES)).isEqualTo("n".repeat(SIZE_BYTES));
  }

  @Test
  void readChangesExactlyItsBytes() {
    TransferRequest request = eightBytes(TransferOperation.READ);
    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(text(nearMemory, 0, SIZE_BYTES))
        .isEqualTo("n".repeat(8) + "f".repeat(8) + "n".repeat(SIZE_BYTES - 16));
    assertThat(text(farMemory, 0, SIZE_BYTES)).isEqualTo("f".repeat(SIZE_BYTES));
  }

  @Test
  void firstAndLastByteOfARegionAreReached() {
    nearMemory.write(0, ByteBuffer.wrap(bytes("<")));
    nearMemory.write(SIZE_BYTES - 1, ByteBuffer.wrap(bytes(">")));

    copy(nearMemory.region().whole(), farMemory.region().whole());

    assertThat(text(farMemory, 0, SIZE_BYTES)).isEqualTo("<" + "n".repeat(SIZE_BYTES - 2) + ">");
  }

  @Test
  void ownNameMakesALocalCopy() {
    nearMemory.write(0, ByteBuffer.wrap(bytes("abcdefgh")));

    TransferRequest request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 8, 0)),
            near.prepareRemote("near", slices(nearMemory, 8, 32)));
    request.post();

    ended(request);
    assertThat(text(nearMemory, 32, 8)).isEqualTo("abcdefgh");
  }

  @Test
  void hostAndDeviceMemoryMeet() {
    needs(otherKind());
    try (TransferMemory other = near.allocate(otherKind(), 8)) {
      near.register(List.of(other.region()));
      other.write(0, ByteBuffer.wrap(bytes("fromvram")));

      copy(other.region().whole(), farMemory.region().slice(0, 8));

      assertThat(text(farMemory, 0, 9)).isEqualTo("fromvramf");
      near.deregister(List.of(other.region()));
    }
  }

  @Test
  void indicesPairLocalWithRemote() {
    nearMemory.write(0, ByteBuffer.wrap(bytes("aabbccdd")));
    try (PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 2, 0, 2, 4, 6));
        PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 2, 0, 2, 4))) {

      TransferRequest request =
          near.request(TransferOperation.WRITE, local, new int[] {3, 0}, remote, new int[] {0, 2});
      request.post();
      ended(request);
    }

    assertThat(text(farMemory, 0, 8)).isEqualTo("ddffaaff");
  }

  @Test
  void manyPiecesAllArrive() {
    int[] offsets = IntStream.range(0, SIZE_BYTES).toArray();
    TransferRequest request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 1, offsets)),
            near.prepareRemote("far", slices(farMemory, 1, offsets)));
    request.post();

    ended(request);
    assertThat(text(farMemory, 0, SIZE_BYTES)).isEqualTo("n".repeat(SIZE_BYTES));
  }

  @Test
  void unequalSizesAreRefused() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 4, 0));

    refused(Category.INVALID_PARAMETER, () -> near.request(TransferOperation.READ, local, remote));
  }

  @Test
  void unequalCountsAreRefused() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 4, 0, 4));

    refused(Category.INVALID_PARAMETER, () -> near.request(TransferOperation.READ, local, remote));
    assertThat(near.openRequests()).isZero();
  }

  @Test
  @Tag("FS-44")
  void indexOutOfRangeIsRefused() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));

    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(
            () ->
                near.request(TransferOperation.READ, local, new int[] {1}, remote, new int[] {0}));
  }

  @Test
  void copyOfNothingIsRefused() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));

    assertThatIllegalArgumentException().isThrownBy(() -> near.prepareLocal(List.of()));
    refused(
        Category.INVALID_PARAMETER,
        () -> near.request(TransferOperation.READ, local, new int[0], remote, new int[0]));
  }

  @Test
  void memoryThatIsNotRegisteredIsNotFound() {
    TransferMemory unregistered = memory(near);

    refused(Category.NOT_FOUND, () -> near.prepareLocal(slices(unregistered, 8, 0)));
    refused(Category.NOT_FOUND, () -> near.prepareRemote("far", slices(unregistered, 8, 0)));
    refused(Category.NOT_FOUND, () -> near.prepareRemote("nobody", slices(farMemory, 8, 0)));
  }

  @Test
  void descriptorDoesNotCrossRegions() {
    TransferMemory memory = memory(near);
    near.register(List.of(part(memory, 0, 32), part(memory, 32, 32)));

    refused(Category.NOT_FOUND, () -> near.prepareLocal(slices(memory, 2, 31)));
    assertThat(near.prepareLocal(slices(memory, 1, 31, 32)).size()).isEqualTo(2);
  }

  @Test
  void oneListIsOfOneKindOfMemory() {
    needs(otherKind());
    try (TransferMemory other = near.allocate(otherKind(), 8)) {
      near.register(List.of(other.region()));

      refused(
          Category.INVALID_PARAMETER,
          () ->
              near.prepareLocal(List.of(nearMemory.region().slice(0, 8), other.region().whole())));
      near.deregister(List.of(other.region()));
    }
  }

  @Test
  void closedDescriptorsAreNotUsed() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    local.close();
    local.close();

    assertThatIllegalStateException()
        .isThrownBy(() -> near.request(TransferOperation.READ, local, remote));
  }

  @Test
  void descriptorsBelongToTheirAgentAndSide() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    PreparedDescriptors foreign = far.prepareLocal(slices(farMemory, 8, 0));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> near.request(TransferOperation.READ, foreign, remote));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> near.request(TransferOperation.READ, remote, local));
  }

  @Test
  void copyOfTheOtherKindOfMemoryAsItIsNamedIsNotFound() {
    Descriptor asOther = new Descriptor(otherKind(), 0, nearMemory.region().address(), SIZE_BYTES);

    refused(Category.NOT_FOUND, () -> near.prepareLocal(List.of(asOther)));
  }

  @Test
  void deviceMemoryIsReadAndWritten() {
    needs(otherKind());
    TransferMemory other = memory(far, otherKind(), SIZE_BYTES);
    fill(other, "d");
    far.register(List.of(other.region()));
    near.load(far.metadata());
    TransferRequest request =
        near.request(
            TransferOperation.READ,
            near.prepareLocal(slices(nearMemory, 8, 0)),
            near.prepareRemote("far", slices(other, 8, 0)));
    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(text(nearMemory, 0, 9)).isEqualTo("ddddddddn");
  }

  @Test
  void oneIndexMayBeUsedTwice() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 2, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 2, 0, 4));
    TransferRequest request =
        near.request(TransferOperation.WRITE, local, new int[] {0, 0}, remote, new int[] {0, 1});
    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(text(farMemory, 0, 7)).isEqualTo("nnffnnf");
  }

  private void copy(Descriptor from, Descriptor into) {
    try (PreparedDescriptors local = near.prepareLocal(List.of(from));
        PreparedDescriptors remote = near.prepareRemote("far", List.of(into));
        TransferRequest request = near.request(TransferOperation.WRITE, local, remote)) {
      request.post();
      assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    }
  }
}
