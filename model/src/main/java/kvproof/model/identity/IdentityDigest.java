package kvproof.model.identity;

/** One digest of a cache owner's identity, and what its material was made of. */
public record IdentityDigest(Digest128 digest, SourceFlag sourceFlag) {

  /** What the material behind a digest was made of. */
  public enum SourceFlag {
    DEFAULT_DERIVED(0),
    EXPLICIT(1);

    private final byte keyByte;

    SourceFlag(int keyByte) {
      this.keyByte = (byte) keyByte;
    }

    /** The byte that stands for it in a compact key. */
    byte keyByte() {
      return keyByte;
    }
  }

  public static IdentityDigest explicit(Digest128 digest) {
    return new IdentityDigest(digest, SourceFlag.EXPLICIT);
  }

  public static IdentityDigest defaultDerived(Digest128 digest) {
    return new IdentityDigest(digest, SourceFlag.DEFAULT_DERIVED);
  }
}
