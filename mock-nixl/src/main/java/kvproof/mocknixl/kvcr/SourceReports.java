package kvproof.mocknixl.kvcr;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;

/**
 * What a source says to targets: notifications along a route, and answers to frames. An answer
 * reflects the endpoint to which the frame was sent, byte for byte, and needs both endpoints.
 */
final class SourceReports {
  private final Identity self;
  private final TransferAgent agent;
  private final ControlChannel channel;
  private final Routes routes;

  SourceReports(Identity self, TransferAgent agent, ControlChannel channel, Routes routes) {
    this.self = self;
    this.agent = agent;
    this.channel = channel;
    this.routes = routes;
  }

  /** Whether the report is on its way, which needs a route that is not dead. */
  boolean report(String target, WriteDone report) {
    Optional<Route> route = routes.find(target);
    if (route.isEmpty()) {
      return false;
    }
    try {
      agent.notifyPeer(route.get().peer(), WriteDoneCodec.encode(report));
      return true;
    } catch (TransferException dead) {
      return false;
    }
  }

  void acknowledge(Envelope asked, OptionalLong operation) {
    Envelope answer =
        new Envelope(
            Optional.of(self.agent()),
            Optional.of(self.incarnation()),
            asked.sourceEndpoint(),
            Optional.empty());
    send(asked, new KvcrFrame.TargetMetadataAck(answer, operation));
  }

  void refuse(Envelope asked, long operation) {
    send(asked, new KvcrFrame.WriteRefused(answerTo(asked), operation));
  }

  void answerProbe(KvcrFrame.WriteProbe probe, boolean terminal) {
    send(
        probe.envelope(),
        new KvcrFrame.WriteProbeAck(
            answerTo(probe.envelope()), probe.operation(), terminal, Optional.empty()));
  }

  private Envelope answerTo(Envelope asked) {
    return new Envelope(
        Optional.of(self.agent()),
        Optional.of(self.incarnation()),
        asked.sourceEndpoint(),
        asked.senderEndpoint());
  }

  private void send(Envelope asked, KvcrFrame answer) {
    if (asked.senderEndpoint().isPresent() && asked.sourceEndpoint().isPresent()) {
      channel.send(asked.senderEndpoint().get(), KvcrCodec.encode(answer));
    }
  }
}
