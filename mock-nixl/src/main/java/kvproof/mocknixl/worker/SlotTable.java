package kvproof.mocknixl.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Who has each slot of a tier, and how many claims keep a block in place. Knows no bytes.
 *
 * <p>The slot freed last is used first: a block looked for in the wrong slot is soon another block.
 */
final class SlotTable {

  /** The one owner of a slot. */
  enum State {
    /** Nobody's. */
    FREE,
    /** Of a block on its way, which a peer may be writing. */
    RESERVED,
    /** Of a block that is found. */
    HELD,
    /** Of a block that is not found any more, until its last claim is released. */
    LEAVING,
    /** Nobody's for good: something may still be written there. */
    WITHHELD
  }

  private final State[] states;
  private final int[] claims;
  private final List<Integer> free = new ArrayList<>();

  SlotTable(int slots) {
    if (slots < 0) {
      throw new IllegalArgumentException("no number of slots: " + slots);
    }
    this.states = new State[slots];
    this.claims = new int[slots];
    Arrays.fill(states, State.FREE);
    for (int slot = slots - 1; slot >= 0; slot--) {
      free.add(slot);
    }
  }

  int size() {
    return states.length;
  }

  int count(State state) {
    return (int) Arrays.stream(states).filter(each -> each == state).count();
  }

  int free() {
    return free.size();
  }

  int openClaims() {
    return Arrays.stream(claims).sum();
  }

  boolean isClaimed(int slot) {
    return claims[slot] > 0;
  }

  /** So many slots for blocks on their way, or none at all if there are not as many. */
  Optional<List<Integer>> reserve(int wanted) {
    if (wanted < 0) {
      throw new IllegalArgumentException("no number of slots: " + wanted);
    }
    if (wanted > free.size()) {
      return Optional.empty();
    }
    List<Integer> reserved = new ArrayList<>();
    while (reserved.size() < wanted) {
      int slot = free.removeLast();
      move(slot, State.FREE, State.RESERVED);
      reserved.add(slot);
    }
    return Optional.of(reserved);
  }

  int requireReserved(int slot) {
    check(slot, State.RESERVED);
    return slot;
  }

  void keep(int slot) {
    move(slot, State.RESERVED, State.HELD);
  }

  void withhold(int slot) {
    move(slot, State.RESERVED, State.WITHHELD);
  }

  void giveBack(int slot) {
    move(slot, State.RESERVED, State.FREE);
    free.add(slot);
  }

  /** True if the slot is free now, false if claims keep it for the time being. */
  boolean leave(int slot) {
    move(slot, State.HELD, State.LEAVING);
    freeUnlessClaimed(slot);
    return states[slot] == State.FREE;
  }

  void claim(int slot) {
    check(slot, State.HELD);
    claims[slot]++;
  }

  void release(int slot) {
    if (claims[slot] == 0) {
      throw new IllegalStateException("slot " + slot + " is not claimed");
    }
    claims[slot]--;
    freeUnlessClaimed(slot);
  }

  private void freeUnlessClaimed(int slot) {
    if (states[slot] == State.LEAVING && !isClaimed(slot)) {
      move(slot, State.LEAVING, State.FREE);
      free.add(slot);
    }
  }

  private void move(int slot, State from, State to) {
    check(slot, from);
    states[slot] = to;
  }

  private void check(int slot, State expected) {
    if (slot < 0 || slot >= states.length) {
      throw new IllegalArgumentException("no slot " + slot + " among " + states.length);
    }
    if (states[slot] != expected) {
      throw new IllegalArgumentException(
          "slot " + slot + " is " + states[slot] + ", not " + expected);
    }
  }
}
