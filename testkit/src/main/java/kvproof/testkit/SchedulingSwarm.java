package kvproof.testkit;

/**
 * How often, in percent, the requests of one case want something special.
 *
 * <p>Each case turns some wishes off and others up, so that over many cases every mix comes up.
 */
record SchedulingSwarm(
    int pin,
    int allow,
    int affinity,
    int require,
    int prefer,
    int override,
    int shared,
    int deadline,
    int strict,
    int jump,
    int namedClass,
    int duplicate,
    int untracked) {

  static SchedulingSwarm draw(SeededRandom random) {
    return new SchedulingSwarm(
        level(random, 10, 35),
        level(random, 8, 25),
        level(random, 10, 35),
        level(random, 8, 30),
        level(random, 15, 50),
        level(random, 10, 35),
        level(random, 15, 60),
        level(random, 10, 40),
        level(random, 10, 40),
        level(random, 15, 40),
        level(random, 50, 85),
        level(random, 4, 15),
        level(random, 5, 20));
  }

  private static int level(SeededRandom random, int some, int many) {
    return switch (random.weighted(35, 45, 20)) {
      case 0 -> 0;
      case 1 -> some;
      default -> many;
    };
  }
}
