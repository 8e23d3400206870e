package kvproof.gpu;

import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** Notifications on their way to a peer by themselves, without a copy. */
final class Notices {
  private static final int MOST_BYTES = 1 << 20;

  private final NixlAgent library;

  Notices(NixlAgent library) {
    this.library = library;
  }

  /** Refuses what is too long to be sent. */
  static void check(byte[] payload) {
    if (payload.length > MOST_BYTES) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          "a notification has at most " + MOST_BYTES + " bytes, not " + payload.length);
    }
  }

  /** Refused if the peer is known to be gone. */
  void send(LoadedPeer peer, byte[] payload) {
    if (peer.isGone()) {
      throw new TransferException(Category.DISCONNECTED, peer.name() + " is closed");
    }
    int sent = library.notify(peer.name(), payload);
    peer.told();
    if (sent < 0) {
      throw new NixlException(Category.DISCONNECTED, "gen_notif", sent, "notifying " + peer.name());
    }
  }
}
