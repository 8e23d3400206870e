package kvproof.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ThreadAffinityTest {
  @Test
  void threadReadsBackWhereItWasPutAndOthersStayWhereTheyWere() throws Exception {
    BitSet before = ThreadAffinity.read();
    var last = new BitSet();
    last.set(before.length() - 1);

    try (var other = Executors.newSingleThreadExecutor()) {
      boolean isSet = other.submit(() -> ThreadAffinity.set(last)).get();
      BitSet there = other.submit(ThreadAffinity::read).get();

      assertThat(before.isEmpty()).isFalse();
      assertThat(isSet).isTrue();
      assertThat(there).isEqualTo(last);
      assertThat(ThreadAffinity.read()).isEqualTo(before);
    }
  }

  @Test
  void processorThatThereIsNotIsRefused() {
    var nowhere = new BitSet();
    nowhere.set(1_000);

    assertThat(ThreadAffinity.set(nowhere)).isFalse();
  }

  @Test
  void processorTimeGrowsWithWork() {
    long before = ProcessClock.nanos();
    long mixed = 1;
    for (int i = 0; i < 2_000_000; i++) {
      mixed = mixed * 31 + i;
    }

    assertThat(mixed).isNotZero();
    assertThat(ProcessClock.nanos()).isGreaterThan(before);
  }
}
