package kvproof.soak.dataplane.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.FetchResult;
import kvproof.soak.dataplane.run.TrialResult.Sighting;

/** What is found of one case while it runs. For one thread. */
final class Findings {
  private final List<String> differences = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private List<String> whoseBytes = List.of();
  private Optional<FetchResult> actual = Optional.empty();
  private boolean isOnlyLate;
  private boolean isStruck;
  private long checkedBytes;
  private int withheld;
  private long nanos;

  /** Something is not as it must be. */
  void differ(String what) {
    differences.add(what);
    isOnlyLate = false;
  }

  /** A timeout passed where none was to pass; only late as long as nothing else differs. */
  void late(String what) {
    isOnlyLate = differences.isEmpty();
    differences.add(what);
  }

  void remark(String what) {
    remarks.add(what);
  }

  void struck() {
    isStruck = true;
  }

  void told(FetchResult result, long tookNanos) {
    actual = Optional.of(result);
    nanos = tookNanos;
  }

  /** Bytes that arrived and were compared, and whose the wrong ones are. */
  void checked(long bytes, List<String> whose) {
    checkedBytes = bytes;
    whoseBytes = List.copyOf(whose);
  }

  void withheld(int slots) {
    withheld = slots;
  }

  boolean isStruck() {
    return isStruck;
  }

  boolean isOnlyLate() {
    return isOnlyLate;
  }

  Optional<FetchResult> actual() {
    return actual;
  }

  List<String> differences() {
    return List.copyOf(differences);
  }

  Sighting sighting() {
    return new Sighting(isStruck, checkedBytes, withheld, whoseBytes, remarks, nanos);
  }
}
