package kvproof.testkit.transfer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferMemory;

/**
 * What the process behind an {@link OwnerProcess} does: an agent named {@code owner} has 32 MiB
 * registered, says its metadata and the address of them in two lines, and answers questions line by
 * line until its input ends. {@code notified} asks for the next notification's sender and text,
 * {@code sum} for the sum of all bytes.
 */
public final class OwnedBytes {
  /** How many bytes are registered. */
  public static final int SIZE_BYTES = 32 << 20;

  /** What answers begin with: a native library may write to standard output too. */
  static final String ANSWER = "owner: ";

  private static final int PIECE_BYTES = 1 << 20;

  private OwnedBytes() {}

  /** Serves on standard input and output; closes the fabric at the end. */
  public static void serve(TransferFabric fabric) throws IOException {
    try (fabric;
        TransferAgent agent = fabric.agent("owner");
        TransferMemory memory = agent.allocate(MemoryKind.DRAM, SIZE_BYTES)) {
      agent.register(List.of(memory.region()));
      say(HexFormat.of().formatHex(agent.metadata().toBytes()));
      say(Long.toHexString(memory.region().address()));
      var questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        say(line.equals("sum") ? Long.toString(sum(memory)) : notified(agent));
      }
      agent.close();
    }
  }

  private static void say(String answer) {
    System.out.println(ANSWER + answer);
  }

  private static String notified(TransferAgent agent) {
    Notification next = NearAndFar.arrivedAt(agent, 1).getFirst();
    return next.sender() + " " + new String(next.payload(), StandardCharsets.US_ASCII);
  }

  private static long sum(TransferMemory memory) {
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    long sum = 0;
    for (int offset = 0; offset < SIZE_BYTES; offset += PIECE_BYTES) {
      memory.read(offset, piece.clear());
      for (byte each : piece.array()) {
        sum += each & 0xff;
      }
    }
    return sum;
  }
}
