package kvproof.events.ingest.listener;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * What came of a recovery from peers.
 *
 * @param peer whose dump was applied completely; empty: nobody's
 * @param events of that dump
 * @param failures of the peers asked before, in order
 */
public record RecoveryReport(Optional<URI> peer, long events, List<PeerFailure> failures) {

  /** Why a peer was no help; {@code reason} is for people. */
  public record PeerFailure(URI peer, String reason) {}

  public RecoveryReport {
    failures = List.copyOf(failures);
  }
}
