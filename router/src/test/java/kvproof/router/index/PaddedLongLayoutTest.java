package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.router.lane.ReadSection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

class PaddedLongLayoutTest {
  private static final int CACHE_LINE_BYTES = 64;

  /** A counter, and the slot in which a reader announces itself. */
  @ParameterizedTest
  @ValueSource(classes = {PaddedLong.class, ReadSection.class})
  void nothingElseLiesWithinALineOfTheValue(Class<?> padded) {
    ClassLayout layout = ClassLayout.parseClass(padded);
    FieldLayout value =
        layout.fields().stream()
            .filter(field -> field.name().equals("value"))
            .findFirst()
            .orElseThrow();
    long end = value.offset() + value.size();

    assertThat(value.offset() - layout.headerSize()).isGreaterThanOrEqualTo(CACHE_LINE_BYTES);
    assertThat(layout.instanceSize() - end).isGreaterThanOrEqualTo(CACHE_LINE_BYTES);
    assertThat(layout.fields())
        .filteredOn(
            field ->
                field.offset() > value.offset() - CACHE_LINE_BYTES
                    && field.offset() < end + CACHE_LINE_BYTES
                    && !field.name().equals("value"))
        .allSatisfy(field -> assertThat(field.name()).matches("(before|after)[0-7]"));
  }
}
