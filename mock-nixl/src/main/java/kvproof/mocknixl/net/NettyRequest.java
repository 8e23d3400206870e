package kvproof.mocknixl.net;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.ByteCopyRequest;
import kvproof.mocknixl.TransferPiece;
import kvproof.mocknixl.wire.Peer;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferStatus;
import org.jspecify.annotations.Nullable;

/** A copy over TCP: each posting is a request of its own on the wire. */
final class NettyRequest extends ByteCopyRequest {

  /** One posting, and where it was handed over. */
  private record Posted(Link link, Posting posting, Optional<byte[]> notification) {}

  private final NettyAgent agent;

  /** Null until the first posting. */
  private @Nullable Posted posted;

  NettyRequest(
      NettyAgent agent, TransferOperation operation, Peer peer, List<TransferPiece> pieces) {
    super(agent, operation, peer, pieces);
    this.agent = agent;
  }

  @Override
  protected void start(Optional<byte[]> notification) {
    Link link = agent.linkTo(peer());
    Posting posting = new Posting(operation(), pieces());
    posted = new Posted(link, posting, notification);
    link.post(posting);
  }

  @Override
  protected void wishToEnd() {
    Posted current = current();
    current.link().cancel(current.posting());
  }

  /** The notification leaves here and nowhere else: who stops polling never sends it. */
  @Override
  protected TransferStatus advance() {
    Posted current = current();
    TransferStatus status = current.posting().status();
    if (status instanceof TransferStatus.Pending) {
      return status;
    }
    TransferStatus told = status instanceof TransferStatus.Done ? told(current) : status;
    current.link().settle();
    return told;
  }

  private static TransferStatus told(Posted current) {
    try {
      current
          .notification()
          .ifPresent(
              payload -> current.link().send(new Message(current.posting().number(), payload)));
      return current.posting().status();
    } catch (TransferException gone) {
      return new TransferStatus.Failed(
          gone.category(), true, "the bytes are in place, but not notified: " + gone.getMessage());
    }
  }

  private Posted current() {
    if (posted == null) {
      throw new AssertionError("pending, but never posted");
    }
    return posted;
  }
}
