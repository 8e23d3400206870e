package kvproof.mocknixl.fault;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.transfer.TransferRequest;

/** The second half of the last block is not written, and all of it is reported. */
public final class TornWrite implements WriteFault {

  @Override
  public TransferRequest strike(WishedWrite wished) {
    List<WishedWrite.Piece> torn = new ArrayList<>(wished.allButTheLastBlock());
    long left = wished.lastBlock().stream().mapToLong(piece -> piece.from().sizeBytes()).sum() / 2;
    for (WishedWrite.Piece piece : wished.lastBlock()) {
      long taken = Math.min(left, piece.from().sizeBytes());
      if (taken > 0) {
        torn.add(piece.head(taken));
      }
      left -= taken;
    }
    return wished.request(torn);
  }
}
