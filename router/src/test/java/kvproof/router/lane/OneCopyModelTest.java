package kvproof.router.lane;

import java.util.List;
import kvproof.router.lane.LeftRightModelTest.Pair;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

class OneCopyModelTest {

  /** Of as few slots as two threads need, so that most of what is explored is not slots. */
  public static class OnlyCopy {
    private final OneCopy<Pair> pair = new OneCopy<>(new Pair(), ReadSection::new, 2);

    @Operation
    public int add(@Param(gen = IntGen.class, conf = "1:3") int number) {
      return pair.write(value -> value.add(number));
    }

    @Operation
    public void addAll(@Param(gen = IntGen.class, conf = "1:3") int number) {
      pair.writeAll(List.of(number), Pair::add);
    }

    @Operation
    public String read() {
      return pair.ask(Pair::text);
    }
  }

  /** A slot in which readers announce what no writer waits for. */
  static final class UnseenSection extends ReadSection<Pair> {
    private static final long NOTHING = 3;

    @Override
    boolean claim(long mark, Pair read) {
      boolean isClaimed = super.claim(mark, read);
      if (isClaimed) {
        set(NOTHING);
      }
      return isClaimed;
    }
  }

  /** As the only copy, but for its slots. */
  public static class ReadersThatNobodySees {
    private final OneCopy<Pair> pair = new OneCopy<>(new Pair(), UnseenSection::new, 2);

    @Operation
    public int add(@Param(gen = IntGen.class, conf = "1:3") int number) {
      return pair.write(value -> value.add(number));
    }

    @Operation
    public String read() {
      return pair.ask(Pair::text);
    }
  }

  @Test
  void readersSeeEveryChangeWholeAndInSomeOrder() {
    ModelChecked.isLinearizable(OnlyCopy.class);
  }

  @Test
  void raceIsFoundWhereReadersAreNotSeen() {
    ModelChecked.isFoundToRace(ReadersThatNobodySees.class);
  }
}
