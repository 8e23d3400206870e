package kvproof.mocknixl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every agent must do, told to two of them: {@code near} starts the transfers, {@code far} has
 * 64 registered bytes that {@code near} has loaded.
 *
 * <p>After each test everything is closed, and an implementation says what is left over.
 */
abstract class TransferAgentContract {
  static final int SIZE_BYTES = 64;
  private static final int MOST_POLLS = 100_000;

  private final List<TransferAgent> agents = new ArrayList<>();
  private final List<TransferMemory> memories = new ArrayList<>();

  TransferAgent near;
  TransferAgent far;
  TransferMemory nearMemory;
  TransferMemory farMemory;

  /** A new agent that can reach the others of this test. */
  abstract TransferAgent open(String name);

  /** What the agents of this test have not given back. */
  abstract List<String> leftovers();

  @BeforeEach
  void openNearAndFar() {
    near = agent("near");
    far = agent("far");
    nearMemory = registered(near, "n");
    farMemory = registered(far, "f");
    near.load(far.metadata());
  }

  @AfterEach
  void nothingIsLeft() {
    agents.reversed().forEach(TransferAgent::close);
    memories.reversed().forEach(TransferMemory::close);
    assertThat(leftovers()).isEmpty();
  }

  TransferAgent agent(String name) {
    TransferAgent agent = open(name);
    agents.add(agent);
    return agent;
  }

  TransferMemory memory(TransferAgent agent) {
    TransferMemory memory = agent.allocate(MemoryKind.DRAM, SIZE_BYTES);
    memories.add(memory);
    return memory;
  }

  /** 64 registered bytes, each of them the one character. */
  TransferMemory registered(TransferAgent agent, String character) {
    TransferMemory memory = memory(agent);
    fill(memory, character);
    agent.register(List.of(memory.region()));
    return memory;
  }

  static void fill(TransferMemory memory, String character) {
    memory.write(0, ByteBuffer.wrap(bytes(character.repeat(SIZE_BYTES))));
  }

  static String text(TransferMemory memory, int offset, int length) {
    byte[] bytes = new byte[length];
    memory.read(offset, ByteBuffer.wrap(bytes));
    return new String(bytes, ISO_8859_1);
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static List<Descriptor> slices(TransferMemory memory, int sizeBytes, int... offsets) {
    return Arrays.stream(offsets)
        .mapToObj(offset -> memory.region().slice(offset, sizeBytes))
        .toList();
  }

  /** Eight bytes of near at 8 against eight bytes of far at 16. */
  TransferRequest eightBytes(TransferOperation operation) {
    return near.request(
        operation,
        near.prepareLocal(slices(nearMemory, 8, 8)),
        near.prepareRemote("far", slices(farMemory, 8, 16)));
  }

  static TransferStatus ended(TransferRequest request) {
    for (int polls = 0; polls < MOST_POLLS; polls++) {
      TransferStatus status = request.poll();
      if (!(status instanceof TransferStatus.Pending)) {
        return status;
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("still pending after " + MOST_POLLS + " polls");
  }

  static void refused(Category category, ThrowingCallable call) {
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(call)
        .extracting(TransferException::category)
        .isEqualTo(category);
  }
}
