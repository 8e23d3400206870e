package kvproof.mocknixl.fault;

import kvproof.model.transfer.TransferRequest;

/** What goes wrong with one write of a source. */
public interface WriteFault {

  /**
   * Makes the request that takes the place of the wished one; whoever polls it sees the misfortune.
   * Called once, when the source makes its request.
   */
  TransferRequest strike(WishedWrite wished);
}
