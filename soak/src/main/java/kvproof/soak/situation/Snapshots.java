package kvproof.soak.situation;

import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;

/** The two snapshots that stand at some moment of a case. */
record Snapshots(ResidencySnapshot residency, WorkerSnapshot workers) {

  static Snapshots atTheStart() {
    return new Snapshots(ResidencySnapshot.empty(), WorkerSnapshot.unlisted());
  }

  Snapshots after(IndexStep step) {
    return switch (step) {
      case KvCacheEvent _, StreamState _ -> this;
      case ResidencySnapshot replaced -> new Snapshots(replaced, workers);
      case WorkerSnapshot replaced -> new Snapshots(residency, replaced);
    };
  }
}
