package kvproof.model.transfer;

/**
 * One copy between memory of the agent that made it and memory of a peer: posted, polled until it
 * has ended, then posted again or closed.
 *
 * <p>After {@link #close} or the agent's close, every other call throws {@link
 * IllegalStateException}.
 */
public interface TransferRequest extends AutoCloseable {

  /**
   * Starts the copy; does not wait for it.
   *
   * <p>Refused with {@link TransferException.Category#IN_USE} while it is pending or if it failed
   * without being quiet, and with {@link TransferException.Category#NOT_FOUND} if the peer was
   * forgotten or one's own memory deregistered since.
   */
  void post();

  /**
   * As {@link #post()}, and notifies the peer once every byte is in place.
   *
   * <p>The notification never overtakes its data, belongs to this posting only, and leaves no
   * earlier than the poll that answers {@link TransferStatus.Done}: who stops polling never sends
   * it. An empty payload is sent too; one of more than 1 MiB is refused with {@link
   * TransferException.Category#INVALID_PARAMETER}.
   */
  void post(byte[] notification);

  /**
   * Lets the copy make progress and says how far it is; never waits. A final status is answered
   * again and again. Before the first posting: {@link IllegalStateException}.
   */
  TransferStatus poll();

  /**
   * Wishes a pending copy to end early; without effect on any other.
   *
   * <p>It stays pending until a poll answers how it ended, which may be {@link
   * TransferStatus.Done}: until then its memory is in use.
   */
  void cancel();

  /**
   * Releases the request; closing twice is harmless. Refused with {@link
   * TransferException.Category#IN_USE} while it is pending.
   */
  @Override
  void close();
}
