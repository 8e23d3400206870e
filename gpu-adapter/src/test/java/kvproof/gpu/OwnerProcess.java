package kvproof.gpu;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.testkit.transfer.NearAndFar;

/**
 * An agent in a JVM of its own, told by lines: its first two lines are its metadata and the address
 * of its memory; {@code notified} answers the next notification's text, {@code sum} the sum of all
 * bytes; it ends with its input.
 */
final class OwnerProcess implements AutoCloseable {
  static final int SIZE_BYTES = 32 << 20;

  private final Process process;
  private final BufferedReader answers;
  private final AgentMetadata metadata;
  private final MemoryRegion region;

  OwnerProcess() throws IOException {
    process = JvmProcess.of(OwnerProcess.class, List.of()).start();
    answers = process.inputReader(StandardCharsets.US_ASCII);
    metadata = AgentMetadata.of(HexFormat.of().parseHex(answers.readLine()));
    region =
        new MemoryRegion(
            MemoryKind.DRAM, 0, Long.parseUnsignedLong(answers.readLine(), 16), SIZE_BYTES);
  }

  AgentMetadata metadata() {
    return metadata;
  }

  MemoryRegion region() {
    return region;
  }

  String ask(String question) throws IOException {
    process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.US_ASCII));
    process.getOutputStream().flush();
    return answers.readLine();
  }

  /** Stops it without its knowing, or lets it go on. */
  void signal(String name) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (status != 0) {
      throw new AssertionError("kill -" + name + " ended with " + status);
    }
  }

  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Ends with its input; how it ended. */
  int end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    return process.waitFor();
  }

  @Override
  public void close() {
    kill();
  }

  public static void main(String[] arguments) throws IOException {
    try (NixlFabric fabric = new NixlFabric(NixlUnderTest.library());
        TransferAgent agent = fabric.agent("owner");
        TransferMemory memory = agent.allocate(MemoryKind.DRAM, SIZE_BYTES)) {
      agent.register(List.of(memory.region()));
      System.out.println(HexFormat.of().formatHex(agent.metadata().toBytes()));
      System.out.println(Long.toHexString(memory.region().address()));
      var questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        System.out.println(line.equals("sum") ? sum(memory) : notified(agent));
      }
      agent.close();
    }
  }

  private static String notified(TransferAgent agent) {
    Notification next = NearAndFar.arrivedAt(agent, 1).getFirst();
    return next.sender() + " " + new String(next.payload(), StandardCharsets.US_ASCII);
  }

  private static String sum(TransferMemory memory) {
    var view = memory.view(0, SIZE_BYTES);
    long sum = 0;
    while (view.hasRemaining()) {
      sum += view.get() & 0xff;
    }
    return Long.toString(sum);
  }
}
