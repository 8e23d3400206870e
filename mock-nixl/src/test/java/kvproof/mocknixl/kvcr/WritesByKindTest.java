package kvproof.mocknixl.kvcr;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WritesByKindTest {
  private static final int SIZE_BYTES = 16;
  private static final int MOST_POLLS = 1000;

  private final InProcessFabric fabric = new InProcessFabric();
  private final List<TransferMemory> memories = new ArrayList<>();

  /** In the order in which they were posted. */
  private final List<TransferRequest> posted = new ArrayList<>();

  private Source near;
  private TransferAgent far;
  private TransferMemory host;
  private TransferMemory device;
  private TransferMemory into;

  /** Refuses the post of the request with that number, from 0; no number: none. */
  private final class Source extends ForwardingAgent {
    private int refused = -1;
    private int requests;

    Source(TransferAgent agent) {
      super(agent);
    }

    @Override
    public TransferRequest request(
        TransferOperation operation,
        PreparedDescriptors local,
        int[] localIndices,
        PreparedDescriptors remote,
        int[] remoteIndices) {
      int number = requests++;
      return new ForwardingRequest(
          super.request(operation, local, localIndices, remote, remoteIndices)) {
        @Override
        public void post() {
          refuse();
          super.post();
          posted.add(this);
        }

        @Override
        public void post(byte[] notification) {
          refuse();
          super.post(notification);
          posted.add(this);
        }

        private void refuse() {
          if (number == refused) {
            throw new TransferException(Category.NOT_FOUND, "the peer was forgotten");
          }
        }
      };
    }
  }

  @BeforeEach
  void open() {
    near = new Source(fabric.agent("near"));
    far = fabric.agent("far");
    host = memory(near, MemoryKind.DRAM, "hhhhhhhhhhhhhhhh");
    device = memory(near, MemoryKind.VRAM, "dddddddddddddddd");
    into = memory(far, MemoryKind.DRAM, "................");
    near.load(far.metadata());
  }

  private TransferMemory memory(TransferAgent agent, MemoryKind kind, String text) {
    TransferMemory memory = agent.allocate(kind, SIZE_BYTES);
    memories.add(memory);
    memory.write(0, ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
    agent.register(List.of(memory.region()));
    return memory;
  }

  @AfterEach
  void nothingIsLeft() {
    near.close();
    far.close();
    memories.forEach(TransferMemory::close);
    assertThat(fabric.leftovers()).isEmpty();
  }

  /** Host, device, host, device: four bytes each. */
  private TransferRequest mixed() {
    List<Descriptor> from =
        List.of(
            host.region().slice(0, 4),
            device.region().slice(4, 4),
            host.region().slice(8, 4),
            device.region().slice(12, 4));
    return WritesByKind.of(near, "far", from, quarters());
  }

  private List<Descriptor> quarters() {
    return List.of(
        into.region().slice(0, 4),
        into.region().slice(4, 4),
        into.region().slice(8, 4),
        into.region().slice(12, 4));
  }

  private String arrived() {
    ByteBuffer bytes = ByteBuffer.allocate(SIZE_BYTES);
    into.read(0, bytes);
    return new String(bytes.array(), ISO_8859_1);
  }

  private static TransferStatus ended(TransferRequest request) {
    TransferStatus status = request.poll();
    for (int i = 0; i < MOST_POLLS && status instanceof TransferStatus.Pending; i++) {
      status = request.poll();
    }
    return status;
  }

  @Test
  void everyPieceArrivesInItsPlaceAndOneNotificationFollows() {
    TransferRequest request = mixed();
    request.post("done".getBytes(ISO_8859_1));

    while (request.poll() instanceof TransferStatus.Pending) {
      if (!arrived().equals("hhhhddddhhhhdddd")) {
        assertThat(far.takeNotifications()).isEmpty();
      }
    }

    assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
    assertThat(arrived()).isEqualTo("hhhhddddhhhhdddd");
    assertThat(far.takeNotifications())
        .containsExactly(new Notification("near", "done".getBytes(ISO_8859_1)));
    request.close();
  }

  @Test
  void oneKindIsOneRequest() {
    List<Descriptor> from =
        List.of(
            host.region().slice(0, 4),
            host.region().slice(4, 4),
            host.region().slice(8, 4),
            host.region().slice(12, 4));

    TransferRequest request = WritesByKind.of(near, "far", from, quarters());

    assertThat(request).isNotInstanceOf(WritesByKind.class);
    assertThat(near.openRequests()).isOne();
    request.close();
  }

  @Test
  void nextKindIsPostedOnlyWhenTheOneBeforeHasEnded() {
    TransferRequest request = mixed();
    request.post();

    assertThat(posted).hasSize(1);
    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(posted).hasSize(2);
    assertThat(far.takeNotifications()).isEmpty();
    request.close();
  }

  @Test
  void whatWasCancelledBetweenTwoKindsIsCancelledAndSaysSoAgain() {
    TransferRequest request = mixed();
    request.post("done".getBytes(ISO_8859_1));
    ended(posted.getFirst());
    request.cancel();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Cancelled());
    assertThat(request.poll()).isEqualTo(new TransferStatus.Cancelled());
    assertThat(posted).hasSize(1);
    assertThat(far.takeNotifications()).isEmpty();
    assertThat(arrived()).isEqualTo("hhhh....hhhh....");
    request.close();
  }

  @Test
  void aKindThatIsRefusedOnTheWayIsAQuietFailure() {
    near.refused = 1;
    TransferRequest request = mixed();
    request.post("done".getBytes(ISO_8859_1));

    TransferStatus status = ended(request);

    assertThat(status)
        .isEqualTo(
            new TransferStatus.Failed(
                Category.NOT_FOUND,
                true,
                "kvproof.model.transfer.TransferException: NOT_FOUND: the peer was forgotten"));
    assertThat(request.poll()).isEqualTo(status);
    assertThat(far.takeNotifications()).isEmpty();
    request.close();
  }

  @Test
  void whatEndedIsPostedAgainFromTheStart() {
    TransferRequest request = mixed();
    request.post();
    ended(request);
    into.write(0, ByteBuffer.wrap("................".getBytes(ISO_8859_1)));

    request.post("again".getBytes(ISO_8859_1));

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(arrived()).isEqualTo("hhhhddddhhhhdddd");
    assertThat(far.takeNotifications()).hasSize(1);
    request.close();
  }

  @Test
  void whatIsPostedAgainWithoutNotificationNotifiesNobody() {
    TransferRequest request = mixed();
    request.post("once".getBytes(ISO_8859_1));
    ended(request);
    assertThat(far.takeNotifications()).hasSize(1);

    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(far.takeNotifications()).isEmpty();
    request.close();
  }

  @Test
  void aPieceThatCannotBePreparedLeavesNoRequestOpen() {
    List<Descriptor> from =
        List.of(
            host.region().slice(0, 4),
            new Descriptor(MemoryKind.VRAM, 0, host.region().address(), 4));

    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> WritesByKind.of(near, "far", from, quarters().subList(0, 2)));

    assertThat(near.openRequests()).isZero();
  }
}
