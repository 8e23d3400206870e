package kvproof.router.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class IndexedHeapTest {

  private static final class Element {
    long key;
    final int number;
    int place = IndexedHeap.NOWHERE;

    Element(long key, int number) {
      this.key = key;
      this.number = number;
    }
  }

  private static final Comparator<Element> ORDER =
      Comparator.<Element>comparingLong(element -> element.key)
          .thenComparingInt(element -> element.number);

  private int comparisons;

  private final IndexedHeap<Element> heap =
      new IndexedHeap<>(
          (left, right) -> {
            comparisons++;
            return ORDER.compare(left, right);
          },
          element -> element.place,
          (element, place) -> element.place = place);

  @Property(tries = 500)
  void firstIsTheLeastOfAPlainList(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    List<Element> plain = new ArrayList<>();
    while (!heap.isEmpty()) {
      heap.remove(heap.first());
    }
    for (int step = 0; step < 80; step++) {
      switch (random.weighted(4, 2, 2, 1)) {
        case 0 -> plain.add(add(random.below(6), step));
        case 1 -> {
          if (!plain.isEmpty()) {
            Element changed = random.pick(plain);
            changed.key = random.below(6);
            heap.reorder(changed);
          }
        }
        case 2 -> {
          if (!plain.isEmpty()) {
            Element removed = random.pick(plain);
            heap.remove(removed);
            plain.remove(removed);
            assertThat(heap.contains(removed)).isFalse();
          }
        }
        default -> {
          if (heap.first() != null) {
            plain.remove(heap.first());
            heap.remove(heap.first());
          }
        }
      }
      assertThat(heap.isEmpty()).isEqualTo(plain.isEmpty());
      assertThat(heap.first()).isEqualTo(plain.stream().min(ORDER).orElse(null));
      assertThat(plain).allMatch(heap::contains);
    }
  }

  /** Up and down a tree of 17 levels takes at most two comparisons a level. */
  @Test
  void everyChangeTakesLogarithmicTime() {
    SeededRandom random = new SeededRandom(1);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < 1 << 16; i++) {
      elements.add(add(random.below(1 << 20), i));
    }

    for (Element element : random.shuffled(elements).subList(0, 1 << 15)) {
      comparisons = 0;
      element.key = random.below(1 << 20);
      heap.reorder(element);
      heap.remove(element);
      assertThat(comparisons).isLessThanOrEqualTo(4 * 17 + 2);
    }
  }

  private Element add(long key, int number) {
    Element element = new Element(key, number);
    heap.add(element);
    return element;
  }
}
