package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** The two ends of one descriptor pair, equally long. */
public record TransferPiece(Descriptor local, Descriptor remote) {
  public TransferPiece {
    if (local.sizeBytes() != remote.sizeBytes()) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "a pair differs in size: " + local + ", " + remote);
    }
  }

  static List<TransferPiece> pair(
      CheckedDescriptors local,
      int[] localIndices,
      CheckedDescriptors remote,
      int[] remoteIndices) {
    if (localIndices.length != remoteIndices.length || localIndices.length == 0) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          localIndices.length + " local descriptors against " + remoteIndices.length);
    }
    List<TransferPiece> pieces = new ArrayList<>(localIndices.length);
    for (int i = 0; i < localIndices.length; i++) {
      pieces.add(new TransferPiece(local.at(localIndices[i]), remote.at(remoteIndices[i])));
    }
    return pieces;
  }
}
