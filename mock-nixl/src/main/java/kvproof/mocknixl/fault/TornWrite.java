package kvproof.mocknixl.fault;

import kvproof.model.transfer.TransferRequest;

/** The second half of the last block is not written, and all of it is reported. */
public final class TornWrite implements WriteFault {

  @Override
  public TransferRequest strike(WishedWrite wished) {
    return wished.request(wished.beginning());
  }
}
