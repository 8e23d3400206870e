package kvproof.testkit.transfer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
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
 * Two agents for a test: {@code near} starts the transfers, {@code far} has 64 registered bytes
 * that {@code near} has loaded. Near's bytes are all {@code n}, far's are all {@code f}.
 *
 * <p>After each test everything is closed, and an implementation says what is left over. Whoever
 * waits here polls until 20 seconds have passed.
 */
public abstract class NearAndFar {
  /** Bytes of either memory. */
  protected static final int SIZE_BYTES = 64;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long NAP_NANOS = 20_000;

  private final List<TransferAgent> agents = new ArrayList<>();
  private final List<TransferMemory> memories = new ArrayList<>();

  protected TransferAgent near;
  protected TransferAgent far;
  protected TransferMemory nearMemory;
  protected TransferMemory farMemory;

  /** A new agent that can reach the others of this test. */
  protected abstract TransferAgent open(String name);

  /** What the agents of this test have not given back, in words; empty at rest. */
  protected abstract List<String> leftovers();

  /** Whether this process can have memory of that kind. */
  protected boolean has(MemoryKind kind) {
    return true;
  }

  /** The kind of memory that near and far copy between. */
  protected MemoryKind kind() {
    return MemoryKind.DRAM;
  }

  /** The one that they do not. */
  protected final MemoryKind otherKind() {
    return kind() == MemoryKind.DRAM ? MemoryKind.VRAM : MemoryKind.DRAM;
  }

  @BeforeEach
  protected void openNearAndFar() {
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

  /** An agent that is closed after the test. */
  protected TransferAgent agent(String name) {
    TransferAgent agent = open(name);
    agents.add(agent);
    return agent;
  }

  /** 64 bytes that nobody has registered. */
  protected TransferMemory memory(TransferAgent agent) {
    return memory(agent, kind(), SIZE_BYTES);
  }

  /** Memory that is closed after the test. */
  protected TransferMemory memory(TransferAgent agent, MemoryKind kind, long sizeBytes) {
    TransferMemory memory = agent.allocate(kind, sizeBytes);
    memories.add(memory);
    return memory;
  }

  /** The case is skipped, and says so, where there is no memory of that kind. */
  protected void needs(MemoryKind kind) {
    assumeTrue(has(kind), () -> "needs memory of kind " + kind);
  }

  /** 64 registered bytes, each of them the one character. */
  protected TransferMemory registered(TransferAgent agent, String character) {
    TransferMemory memory = memory(agent);
    fill(memory, character);
    agent.register(List.of(memory.region()));
    return memory;
  }

  /** Eight bytes of near at 8 against eight bytes of far at 16. */
  protected TransferRequest eightBytes(TransferOperation operation) {
    return near.request(
        operation,
        near.prepareLocal(slices(nearMemory, 8, 8)),
        near.prepareRemote("far", slices(farMemory, 8, 16)));
  }

  /** The next messages at far, in their order; fewer if patience ends. */
  protected List<Notification> arrived(int count) {
    return arrivedAt(far, count);
  }

  /** The next messages at the agent, in their order; fewer if patience ends. */
  public static List<Notification> arrivedAt(TransferAgent agent, int count) {
    List<Notification> seen = new ArrayList<>();
    long start = System.nanoTime();
    while (seen.size() < count && System.nanoTime() - start < PATIENCE_NANOS) {
      seen.addAll(agent.takeNotifications());
      LockSupport.parkNanos(NAP_NANOS);
    }
    return seen;
  }

  /** Polls until the request has ended, and says how. */
  public static TransferStatus ended(TransferRequest request) {
    long start = System.nanoTime();
    TransferStatus status = request.poll();
    while (status instanceof TransferStatus.Pending) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("still pending after 20 s");
      }
      LockSupport.parkNanos(NAP_NANOS);
      status = request.poll();
    }
    return status;
  }

  /** The call is refused for this reason. */
  public static void refused(Category category, ThrowingCallable call) {
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(call)
        .extracting(TransferException::category)
        .isEqualTo(category);
  }

  /** Makes the first 64 bytes the one character. */
  public static void fill(TransferMemory memory, String character) {
    memory.write(0, ByteBuffer.wrap(bytes(character.repeat(SIZE_BYTES))));
  }

  /** Bytes of the memory as characters. */
  public static String text(TransferMemory memory, int offset, int length) {
    byte[] bytes = new byte[length];
    memory.read(offset, ByteBuffer.wrap(bytes));
    return new String(bytes, ISO_8859_1);
  }

  /** One byte for each character. */
  public static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** Equally long pieces of the memory at these offsets. */
  public static List<Descriptor> slices(TransferMemory memory, int sizeBytes, int... offsets) {
    return Arrays.stream(offsets)
        .mapToObj(offset -> memory.region().slice(offset, sizeBytes))
        .toList();
  }

  /** A part of the memory, to be registered. */
  public static MemoryRegion part(TransferMemory memory, long offset, long sizeBytes) {
    Descriptor slice = memory.region().slice(offset, sizeBytes);
    return new MemoryRegion(slice.kind(), slice.deviceId(), slice.address(), slice.sizeBytes());
  }
}
