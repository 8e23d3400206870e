package kvproof.mocknixl.worker;

import kvproof.model.HashText;

/** A block whose memory holds something else. */
public record WrongBlock(long hash, ContentFinding finding) {
  @Override
  public String toString() {
    return "block " + HashText.print(hash) + " is " + finding;
  }
}
