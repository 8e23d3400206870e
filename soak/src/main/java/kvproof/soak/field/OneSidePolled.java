package kvproof.soak.field;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.progress.NotificationWait;
import kvproof.mocknixl.progress.ProgressLedger;
import kvproof.model.BlockHashes;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.soak.sim.UnpolledSource;

/** One write with a notification, in milliseconds of virtual time; who is polled is said aloud. */
final class OneSidePolled {
  private static final int DEADLINE_MILLIS = 100;
  private static final int BYTES = 64;

  private final InProcessFabric fabric = new InProcessFabric();
  private final ProgressLedger ledger = new ProgressLedger();
  private final TransferAgent sender = ledger.watched(fabric.agent("sender"));
  private final TransferAgent receiver = ledger.watched(fabric.agent("receiver"));
  private final TransferMemory from = registered(sender);
  private final TransferMemory into = registered(receiver);
  private final TransferRequest write;
  private long nowMillis;

  private OneSidePolled() {
    sender.load(receiver.metadata());
    this.write =
        sender.request(
            TransferOperation.WRITE,
            sender.prepareLocal(List.of(from.region().slice(0, BYTES))),
            sender.prepareRemote("receiver", List.of(into.region().slice(0, BYTES))));
  }

  private static TransferMemory registered(TransferAgent agent) {
    TransferMemory memory = agent.allocate(MemoryKind.DRAM, BYTES);
    agent.register(List.of(memory.region()));
    return memory;
  }

  static void ask(Questions questions) {
    OneSidePolled world = new OneSidePolled();
    world.write.post("written".getBytes(StandardCharsets.US_ASCII));
    questions.ask(
        "the receiver alone is polled",
        "timed out at 100 ms: [sender not progressed: sender, 1 transfer under way]",
        () -> world.waited(false, true));
    questions.ask("the sender's memory is taken back", "IN_USE", world::release);
    questions.ask(
        "nobody is polled",
        "timed out at 200 ms: [sender not progressed: sender, 1 transfer under way, receiver not"
            + " progressed: receiver]",
        () -> world.waited(false, false));
    questions.ask("both are polled", "notified at 201 ms: written", () -> world.waited(true, true));
    questions.ask("the sender's memory is taken back", "released", world::release);
    world.from.write(0, ByteBuffer.wrap("b".repeat(BYTES).getBytes(StandardCharsets.US_ASCII)));
    world.write.post("again".getBytes(StandardCharsets.US_ASCII));
    questions.ask(
        "the sender alone is polled",
        "timed out at 301 ms: [receiver not progressed: receiver]",
        () -> world.waited(true, false));
    // Its write is done, which both data planes say only once the target has the bytes.
    questions.ask(
        "the sender's memory is taken back before the notification is taken",
        "released",
        world::release);
    questions.ask("the bytes in the receiver's memory then", "as sent", world::received);
    questions.ask(
        "the receiver is polled after it",
        "notified at 302 ms: again",
        () -> world.waited(false, true));
    questions.ask("what is left in the end", "[]", world::leftovers);
    askOfTheProtocol(questions);
  }

  /** The same over the peer protocol, where the sender has to take the order before it writes. */
  private static void askOfTheProtocol(Questions questions) {
    UnpolledSource world = new UnpolledSource();
    world.store(BlockHashes.of(1, 2, 3, 4), BlockHashes.of(101, 102, 103, 104));
    world.store(BlockHashes.of(21, 22), BlockHashes.of(121, 122));
    questions.ask(
        "a fetch while both are polled",
        "delivered: asked 2, delivered 2, missing 0, credit 2, then 2; [], 0 slots reserved",
        () -> told(world.fetch("both", BlockHashes.of(121, 122), true)));
    questions.ask(
        "a fetch while the target alone is polled",
        "failed: asked 4, delivered 0, missing 4, credit 0, then 4, timed out, not quiet; [sender"
            + " not progressed: 2/0#1, 0 transfers under way], 4 slots reserved",
        () -> told(world.fetch("one", BlockHashes.of(101, 102, 103, 104), false)));
    questions.ask("slots reserved once both are polled", 0, () -> world.reservedAfterPolling(5));
    questions.ask("what the protocol leaves in the end", "[]", world::close);
  }

  private static String told(UnpolledSource.Told told) {
    return "%s; %s, %d slots reserved"
        .formatted(told.result(), told.unprogressed(), told.reservedSlots());
  }

  /** How a wait of 100 ms ends in which these are polled once a millisecond. */
  private String waited(boolean isSenderPolled, boolean isReceiverPolled) {
    long deadlineMillis = nowMillis + DEADLINE_MILLIS;
    NotificationWait wait =
        new NotificationWait(ledger, receiver, "sender", () -> nowMillis, deadlineMillis);
    while (true) {
      nowMillis++;
      if (isSenderPolled && write.poll() instanceof TransferStatus.Failed failed) {
        return failed.toString();
      }
      if (isReceiverPolled || nowMillis >= deadlineMillis) {
        switch (wait.poll()) {
          case NotificationWait.Waiting _ -> {}
          case NotificationWait.Notified(var notification, long at) -> {
            return "notified at %d ms: %s"
                .formatted(at, new String(notification.payload(), StandardCharsets.US_ASCII));
          }
          case NotificationWait.TimedOut(long at, var unprogressed) -> {
            return "timed out at %d ms: %s".formatted(at, unprogressed);
          }
        }
      }
    }
  }

  /** Takes the sender's memory back, and registers it again if that was possible. */
  private String release() {
    try {
      sender.deregister(List.of(from.region()));
      sender.register(List.of(from.region()));
      return "released";
    } catch (TransferException refused) {
      return refused.category().toString();
    }
  }

  /** Whether the receiver has what the sender had, though nobody polled the receiver. */
  private String received() {
    return into.view(0, BYTES).equals(from.view(0, BYTES)) ? "as sent" : "others";
  }

  private List<String> leftovers() {
    sender.close();
    receiver.close();
    from.close();
    into.close();
    return fabric.leftovers();
  }
}
