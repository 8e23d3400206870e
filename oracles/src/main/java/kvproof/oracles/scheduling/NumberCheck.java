package kvproof.oracles.scheduling;

import java.util.OptionalLong;

/** Numbers that must be equal, each under its own name within one part. */
record NumberCheck(String part, String where, Transcript transcript) {

  void check(String name, long expected, long actual) {
    if (expected != actual) {
      transcript.differ(part, where, name + " " + expected, name + " " + actual);
    }
  }

  void check(String name, OptionalLong expected, OptionalLong actual) {
    if (!expected.equals(actual)) {
      transcript.differ(part, where, name + " " + text(expected), name + " " + text(actual));
    }
  }

  private static String text(OptionalLong value) {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "absent";
  }
}
