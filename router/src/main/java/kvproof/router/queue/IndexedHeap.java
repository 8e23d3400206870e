package kvproof.router.queue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap whose elements know their place in it, so that any of them leaves, or moves after
 * its key changed, in O(log n).
 *
 * <p>An element is in at most one heap per place. The order must be total: then nothing but the
 * elements decides what comes first.
 */
final class IndexedHeap<E> {

  /** Place of an element that is in no heap. */
  static final int NOWHERE = -1;

  /** Writes the place that an element remembers. */
  @FunctionalInterface
  interface PlaceSetter<E> {
    void set(E element, int place);
  }

  private static final int FIRST_CAPACITY = 4;

  private final Comparator<? super E> order;
  private final ToIntFunction<E> placeOf;
  private final PlaceSetter<E> places;
  private @Nullable Object[] elements = new Object[FIRST_CAPACITY];
  private int size;

  IndexedHeap(Comparator<? super E> order, ToIntFunction<E> placeOf, PlaceSetter<E> places) {
    this.order = order;
    this.placeOf = placeOf;
    this.places = places;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The best one; null if there is none. */
  @Nullable E first() {
    return size == 0 ? null : at(0);
  }

  @SuppressWarnings("ReferenceEquality") // this very element, not one like it
  boolean contains(E element) {
    int place = placeOf.applyAsInt(element);
    return place >= 0 && place < size && at(place) == element;
  }

  void add(E element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, size * 2);
    }
    size++;
    rise(element, size - 1);
  }

  /** Takes out an element that is in here. */
  void remove(E element) {
    int place = placeOf.applyAsInt(element);
    size--;
    E last = at(size);
    elements[size] = null;
    if (place < size) {
      settle(last, place);
    }
    places.set(element, NOWHERE);
  }

  /** Puts an element that is in here where its changed key belongs. */
  void reorder(E element) {
    settle(element, placeOf.applyAsInt(element));
  }

  private void settle(E element, int place) {
    if (place > 0 && order.compare(element, at((place - 1) / 2)) < 0) {
      rise(element, place);
    } else {
      sink(element, place);
    }
  }

  private void rise(E element, int from) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) / 2;
      if (order.compare(element, at(parent)) >= 0) {
        break;
      }
      put(at(parent), place);
      place = parent;
    }
    put(element, place);
  }

  private void sink(E element, int from) {
    int place = from;
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      if (child + 1 < size && order.compare(at(child + 1), at(child)) < 0) {
        child++;
      }
      if (order.compare(element, at(child)) <= 0) {
        break;
      }
      put(at(child), place);
      place = child;
    }
    put(element, place);
  }

  private void put(E element, int place) {
    elements[place] = element;
    places.set(element, place);
  }

  @SuppressWarnings("unchecked") // only elements are put in
  private E at(int place) {
    return (E) Objects.requireNonNull(elements[place]);
  }
}
