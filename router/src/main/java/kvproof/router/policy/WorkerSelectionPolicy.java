package kvproof.router.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Filters, scorers and one picker, with the inputs that each declared when this was built.
 *
 * <p>Belongs to one partition, since its components may keep state.
 */
public final class WorkerSelectionPolicy {
  private final Filter[] filters;
  private final InputSet[] filterInputs;
  private final Scorer[] scorers;
  private final InputSet[] scorerInputs;
  private final Picker picker;
  private final InputSet pickerInputs;
  private final boolean isExclusive;
  private final InputSet requirements;

  private WorkerSelectionPolicy(
      List<Filter> filters, List<Scorer> scorers, Picker picker, boolean isExclusive) {
    this.filters = filters.toArray(Filter[]::new);
    this.filterInputs = declared(filters);
    this.scorers = scorers.toArray(Scorer[]::new);
    this.scorerInputs = declared(scorers);
    this.picker = picker;
    this.pickerInputs = picker.inputs();
    this.isExclusive = isExclusive;
    this.requirements = union(filterInputs).plus(union(scorerInputs)).plus(pickerInputs);
  }

  private static InputSet[] declared(List<? extends PolicyComponent> components) {
    return components.stream().map(PolicyComponent::inputs).toArray(InputSet[]::new);
  }

  private static InputSet union(InputSet[] sets) {
    InputSet union = InputSet.NONE;
    for (InputSet set : sets) {
      union = union.plus(set);
    }
    return union;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Everything that some component reads. */
  public InputSet requirements() {
    return requirements;
  }

  /** Whether an eligible affinity target is the only candidate, rather than a wish. */
  public boolean isExclusive() {
    return isExclusive;
  }

  int filterCount() {
    return filters.length;
  }

  Filter filter(int number) {
    return filters[number];
  }

  InputSet filterInputs(int number) {
    return filterInputs[number];
  }

  int scorerCount() {
    return scorers.length;
  }

  Scorer scorer(int number) {
    return scorers[number];
  }

  InputSet scorerInputs(int number) {
    return scorerInputs[number];
  }

  Picker picker() {
    return picker;
  }

  InputSet pickerInputs() {
    return pickerInputs;
  }

  /** Collects components; they are called in the order they are added. */
  public static final class Builder {
    private final List<Filter> filters = new ArrayList<>();
    private final List<Scorer> scorers = new ArrayList<>();
    private @Nullable Picker picker;
    private boolean isExclusive;

    private Builder() {}

    public Builder filter(Filter filter) {
      filters.add(filter);
      return this;
    }

    public Builder scorer(Scorer scorer) {
      scorers.add(scorer);
      return this;
    }

    /** The one picker, which a second call replaces. */
    public Builder picker(Picker chosen) {
      picker = chosen;
      return this;
    }

    /** An eligible affinity target becomes the only candidate. */
    public Builder exclusive() {
      isExclusive = true;
      return this;
    }

    /** Asks each component what it reads; throws {@link IllegalStateException} without a picker. */
    public WorkerSelectionPolicy build() {
      if (picker == null) {
        throw new IllegalStateException("a policy needs a picker");
      }
      return new WorkerSelectionPolicy(filters, scorers, picker, isExclusive);
    }
  }
}
