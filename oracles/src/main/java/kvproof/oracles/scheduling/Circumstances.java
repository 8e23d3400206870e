package kvproof.oracles.scheduling;

import java.util.List;

/** What every part of a followed scheduler looks at, as it is now. */
final class Circumstances {
  /** Nanoseconds since the scheduler's start. */
  long now;

  Fleet fleet = Fleet.empty();

  /** Of the step that is being followed. */
  Transcript transcript = new Transcript(List.of());

  SchedulingWitness witness = SchedulingWitness.NOBODY;
}
