package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.TARGET_ENDPOINT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.model.transfer.TransferAgent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KvcrNodeTest {
  private final SourceRig rig = new SourceRig();
  private KvcrNode node;
  private TransferAgent peer;

  /** A service whose agent a peer can notify. */
  @BeforeEach
  void oneService() {
    KvcrTarget target =
        new KvcrTarget(
            rig.self,
            KvcrSettings.defaults(),
            rig.channel,
            () -> rig.nowNanos,
            rig.agent.metadata(),
            SourceRig.catalogue(
                SourceRig.region("", rig.framework.region()),
                SourceRig.region("", rig.owned.region())));
    node = new KvcrNode(rig.channel, rig.agent, target, rig.source);
    peer = rig.fabric.agent("peer");
    peer.load(rig.agent.metadata());
  }

  @Test
  void framesReachTheSideThatTheyAreFor() {
    rig.channel.arrive(
        KvcrCodec.encode(new KvcrFrame.TargetMetadata(SourceRig.envelope(), rig.introduction())));
    rig.channel.arrive(
        KvcrCodec.encode(
            new KvcrFrame.TargetMetadataAck(
                Envelope.of("s2", "life", "tcp://127.0.0.1:3", "tcp://127.0.0.1:4"),
                OptionalLong.empty())));

    assertThat(node.poll()).isEqualTo(2);

    assertThat(node.source().routes()).isOne();
    assertThat(node.target().isAcknowledged("tcp://127.0.0.1:3")).isTrue();
  }

  @Test
  void reportIsTakenBeforeTheStepOfTheSamePoll() {
    node.target().submitHint("request", new FetchHint(TARGET_ENDPOINT, Set.of(7L)));
    long operation =
        node.target()
            .fetch(
                "request",
                List.of(
                    new WantedBlock(
                        BlockKey.ofHash(7), List.of(new Reference("src", 0, "", false)))));
    node.poll();
    peer.notifyPeer("src", WriteDoneCodec.encode(WriteDone.written(operation, List.of(0L))));

    assertThat(node.poll()).isOne();

    assertThat(node.target().takeEvents())
        .anyMatch(event -> event instanceof TargetEvent.Completed told && told.success());
    assertThat(node.target().openOperations()).isZero();
  }

  @Test
  void whatCannotBeReadIsCountedAndDropped() {
    rig.channel.arrive(new byte[] {1, 2, 3});
    rig.channel.arrive(new byte[0]);
    peer.notifyPeer("src", new byte[] {'K', 'V', 'C', 'R', ':'});

    assertThat(node.poll()).isEqualTo(3);
    assertThat(node.unreadable()).isEqualTo(3);
    assertThat(node.poll()).isZero();
  }

  @Test
  void sourceIsSteppedAtEveryPoll() {
    rig.own(7);
    rig.introduced();
    rig.channel.arrive(
        KvcrCodec.encode(
            new KvcrFrame.StartWrite(
                SourceRig.envelope(),
                new Introduction.Absent(),
                4,
                Optional.of(SourceRig.order(7)))));

    node.poll();
    node.poll();

    rig.assertArrived(0, 7);
  }
}
