package kvproof.soak.spec;

import java.util.List;

/**
 * One worked example, ready to run.
 *
 * @param name as the specification names it, such as {@code index 2.6.3 #21}
 * @param variant tier or order for which the row was written out; empty if there is only one
 */
record SpecRow(String file, int line, String name, String variant, List<RowItem> items) {
  SpecRow {
    items = List.copyOf(items);
  }

  String title() {
    return variant.isEmpty() ? name : name + " [" + variant + "]";
  }
}
