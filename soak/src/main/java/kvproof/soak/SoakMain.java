package kvproof.soak;

/** The command line. */
public final class SoakMain {
  private SoakMain() {}

  public static void main(String[] args) {}
}
