package kvproof.router.policy;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** Components of a policy from what they declare and one function. */
final class Components {
  private Components() {}

  static Filter filter(InputSet inputs, Function<RowView, FilterVerdict> judge) {
    return new Filter() {
      @Override
      public InputSet inputs() {
        return inputs;
      }

      @Override
      public FilterVerdict judge(SelectionContext context, RowView row) {
        return judge.apply(row);
      }
    };
  }

  /** Rejects these workers. */
  static Filter rejecting(long... workers) {
    return filter(
        InputSet.NONE,
        row -> {
          boolean isKept = true;
          for (long worker : workers) {
            isKept &= row.worker().workerId() != worker;
          }
          return FilterVerdict.keepIf(isKept);
        });
  }

  static Scorer scorer(InputSet inputs, ToDoubleFunction<RowView> cost) {
    return new Scorer() {
      @Override
      public InputSet inputs() {
        return inputs;
      }

      @Override
      public void score(SelectionContext context, BatchView rows, Contributions contributions) {
        for (int row = 0; row < rows.size(); row++) {
          contributions.set(row, cost.applyAsDouble(rows.row(row)));
        }
      }
    };
  }

  /** Shows all rows to {@code looking} and adds nothing. */
  static Scorer batchScorer(InputSet inputs, Consumer<BatchView> looking) {
    return new Scorer() {
      @Override
      public InputSet inputs() {
        return inputs;
      }

      @Override
      public void score(SelectionContext context, BatchView rows, Contributions contributions) {
        looking.accept(rows);
        for (int row = 0; row < rows.size(); row++) {
          contributions.set(row, 0);
        }
      }
    };
  }

  static Picker picker(InputSet inputs, ToIntFunction<ScoredRows> pick) {
    return contextual(inputs, (_, rows) -> pick.applyAsInt(rows));
  }

  static Picker contextual(
      InputSet inputs, BiFunction<SelectionContext, ScoredRows, Integer> pick) {
    return new Picker() {
      @Override
      public InputSet inputs() {
        return inputs;
      }

      @Override
      public int pick(SelectionContext context, ScoredRows rows) {
        return pick.apply(context, rows);
      }
    };
  }

  /** The first row of the lowest cost. */
  static Picker cheapest() {
    return picker(
        InputSet.NONE,
        rows -> {
          int best = 0;
          for (int row = 1; row < rows.size(); row++) {
            best = rows.cost(row) < rows.cost(best) ? row : best;
          }
          return best;
        });
  }

  /** Shows the rows to {@code looking} and picks the first. */
  static Picker looking(InputSet inputs, Consumer<ScoredRows> looking) {
    return picker(
        inputs,
        rows -> {
          looking.accept(rows);
          return 0;
        });
  }
}
