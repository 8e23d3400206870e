package kvproof.soak.situation;

import kvproof.model.Answer;
import kvproof.model.CaseStep;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;

/** A snapshot that replaced another one, and one request answered just before and just after. */
record Replacement(CaseStep snapshot, Answer before, Answer after) {

  boolean isOfWorkers() {
    return snapshot instanceof WorkerSnapshot;
  }

  boolean isOfResidency() {
    return snapshot instanceof ResidencySnapshot;
  }

  boolean changesAChoice() {
    return !before.choices().equals(after.choices());
  }

  boolean changesAnOverlap() {
    return !before.lower().equals(after.lower());
  }
}
