package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.soak.spec.RowItem.Seen;

/** Puts one row to one implementation and lists where the two differ. */
final class RowRun {

  /** One difference; prints as what a reader needs to find and judge it. */
  record Mismatch(
      SpecRow row, int line, String implementation, String text, Object expected, Object actual) {
    @Override
    public String toString() {
      return """
          %s:%d %s, %s: %s
            expected  %s
            actual    %s"""
          .formatted(row.file(), line, row.title(), implementation, text, expected, actual);
    }
  }

  private final SpecRow row;
  private final Implementation implementation;
  private final List<IndexStep> snapshots = new ArrayList<>();
  private final List<Mismatch> mismatches = new ArrayList<>();
  private Subject subject;

  private RowRun(SpecRow row, Implementation implementation) {
    this.row = row;
    this.implementation = implementation;
    this.subject = implementation.fresh().get();
  }

  static List<Mismatch> mismatches(SpecRow row, Implementation implementation) {
    RowRun run = new RowRun(row, implementation);
    try {
      run.takeAll();
    } finally {
      run.subject.close();
    }
    return run.mismatches;
  }

  private void takeAll() {
    for (RowItem item : row.items()) {
      try {
        take(item);
      } catch (RuntimeException | AssertionError thrown) {
        report(item.line(), "runs through", "nothing thrown", thrown);
        break;
      }
    }
  }

  private void take(RowItem item) {
    switch (item) {
      case RowItem.Event(int line, KvCacheEvent event, ApplyStatus expected) -> {
        ApplyStatus actual = subject.router().apply(event);
        if (actual != expected) {
          report(line, "status of " + event, expected, actual);
        }
      }
      case RowItem.Snapshot(int _, IndexStep snapshot) -> {
        snapshots.add(snapshot);
        subject.router().take(snapshot);
      }
      case RowItem.Replay(int _) -> replay();
      case RowItem.Question question -> put(question);
    }
  }

  private void replay() {
    List<HeldBlock> held = subject.router().heldBlocks();
    subject.close();
    subject = implementation.fresh().get();
    snapshots.forEach(subject.router()::take);
    for (HeldBlock block : held) {
      subject
          .router()
          .apply(
              new KvCacheEvent.Stored(
                  block.owner(),
                  block.tier(),
                  block.parent(),
                  BlockHashes.of(block.localHash()),
                  BlockHashes.of(block.externalHash())));
    }
  }

  private void put(RowItem.Question question) {
    Seen seen =
        new Seen(subject, question.request(), question.request().map(subject.router()::answer));
    for (RowItem.Check check : question.checks()) {
      Object expected = check.expectation().expected();
      Optional<Object> actual = check.expectation().actual().apply(seen);
      if (actual.isPresent() && !expected.equals(actual.get())) {
        report(check.line(), check.text(), expected, actual.get());
      }
    }
  }

  private void report(int line, String text, Object expected, Object actual) {
    mismatches.add(new Mismatch(row, line, implementation.name(), text, expected, actual));
  }
}
