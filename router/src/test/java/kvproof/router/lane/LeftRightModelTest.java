package kvproof.router.lane;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

class LeftRightModelTest {

  /** Two numbers that are equal whenever anybody may look. */
  static final class Pair {
    int left;
    int right;

    Pair copy() {
      Pair copy = new Pair();
      copy.left = left;
      copy.right = right;
      return copy;
    }

    int add(int number) {
      left += number;
      right += number;
      return left;
    }

    String text() {
      return left + "|" + right;
    }
  }

  /** Of as few slots as two threads need, so that most of what is explored is not slots. */
  public static class Published {
    private final LeftRight<Pair> pair =
        new LeftRight<>(new Pair(), Pair::copy, ReadSection::new, 2);

    @Operation
    public int add(@Param(gen = IntGen.class, conf = "1:3") int number) {
      return pair.write(side -> side.add(number));
    }

    @Operation
    public void addTwice(@Param(gen = IntGen.class, conf = "1:3") int number) {
      pair.writeAll(List.of(number, number), Pair::add);
    }

    @Operation
    public String read() {
      return pair.ask(Pair::text);
    }
  }

  /** A slot in which readers announce what no writer waits for. */
  static final class UnseenSection extends ReadSection<Pair> {
    private static final long NO_SIDE = 3;

    @Override
    boolean claim(long mark, Pair read) {
      boolean isClaimed = super.claim(mark, read);
      if (isClaimed) {
        set(NO_SIDE);
      }
      return isClaimed;
    }
  }

  /** As published, but for its slots. */
  public static class ReadersThatNobodySees {
    private final LeftRight<Pair> pair =
        new LeftRight<>(new Pair(), Pair::copy, UnseenSection::new, 2);

    @Operation
    public int add(@Param(gen = IntGen.class, conf = "1:3") int number) {
      return pair.write(side -> side.add(number));
    }

    @Operation
    public String read() {
      return pair.ask(Pair::text);
    }
  }

  /** The writer publishes one side and changes the other at once, whoever still reads it. */
  public static class WriterThatDoesNotWait {
    private final Pair[] sides = {new Pair(), new Pair()};
    private volatile int visible;

    @Operation
    public synchronized int add(@Param(gen = IntGen.class, conf = "1:3") int number) {
      int hidden = 1 - visible;
      int sum = sides[hidden].add(number);
      visible = hidden;
      sides[1 - hidden].add(number);
      return sum;
    }

    @Operation
    public String read() {
      return sides[visible].text();
    }
  }

  @Test
  void readersSeeEveryChangeWholeAndInSomeOrder() {
    ModelChecked.isLinearizable(Published.class);
  }

  @Test
  void plantedRaceIsFound() {
    ModelChecked.isFoundToRace(WriterThatDoesNotWait.class);
  }

  @Test
  void raceIsFoundWhereReadersAreNotSeen() {
    ModelChecked.isFoundToRace(ReadersThatNobodySees.class);
  }
}
