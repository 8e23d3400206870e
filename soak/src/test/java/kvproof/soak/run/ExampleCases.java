package kvproof.soak.run;

import kvproof.model.Case;
import kvproof.model.casetext.CaseText;

/** Small cases that several tests use. */
public final class ExampleCases {
  private ExampleCases() {}

  /**
   * A target with device and host blocks, and a source that holds only the rest.
   *
   * <pre>
   *   position  0 1 2 3 4
   *   1/0       D D H . .
   *   2/0       . . . H H
   * </pre>
   */
  public static Case continuation() {
    return CaseText.parse(
        """
        kvproof-case 1
        profile engine
        seed 0x000000000000002a
        store 1/0 device root 1:101 2:102
        store 1/0 host_pinned 102 3:103
        store 2/0 host_pinned 103 4:104 5:105
        remove 1/0 device 999
        ask q1 local 1 2 3 4 5 targets 1/0 2/0
        ask q2 local 1 2 targets 3/0
        """);
  }
}
