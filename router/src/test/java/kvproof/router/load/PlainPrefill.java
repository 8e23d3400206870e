package kvproof.router.load;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Prefill tokens of one rank by the table of conditions, in exact arithmetic. */
final class PlainPrefill {
  private record Work(String id, long tokens, OptionalLong nanos) {}

  private final List<Work> work = new ArrayList<>();
  private long since;

  void add(String id, long tokens, OptionalLong nanos, long now) {
    if (work.isEmpty()) {
      since = now;
    }
    work.add(new Work(id, tokens, nanos));
  }

  boolean remove(String id, long now) {
    for (int i = 0; i < work.size(); i++) {
      if (work.get(i).id().equals(id)) {
        Work removed = work.remove(i);
        if (i == 0) {
          since = now;
        } else if (removed.nanos().isPresent()) {
          since = Math.min(since + removed.nanos().getAsLong(), now);
        }
        return true;
      }
    }
    return false;
  }

  long active(long now) {
    if (work.isEmpty()) {
      return 0;
    }
    long sum = work.stream().mapToLong(Work::tokens).sum();
    Work front = work.getFirst();
    if (front.nanos().isEmpty()) {
      return sum;
    }
    long duration = front.nanos().getAsLong();
    if (duration == 0) {
      return sum - front.tokens();
    }
    BigInteger product =
        BigInteger.valueOf(front.tokens()).multiply(BigInteger.valueOf(now - since));
    if (work.stream().allMatch(each -> each.nanos().isPresent())) {
      return Math.max(0, sum - product.divide(BigInteger.valueOf(duration)).longValueExact());
    }
    BigInteger left =
        BigInteger.valueOf(front.tokens())
            .multiply(BigInteger.valueOf(Math.max(0, duration - (now - since))));
    long ceiling =
        new BigDecimal(left)
            .divide(BigDecimal.valueOf(duration), 0, RoundingMode.CEILING)
            .longValueExact();
    return sum - front.tokens() + ceiling;
  }

  OptionalLong remaining(long now) {
    if (work.stream().anyMatch(each -> each.nanos().isEmpty())) {
      return OptionalLong.empty();
    }
    long total = work.stream().mapToLong(each -> each.nanos().getAsLong()).sum();
    return OptionalLong.of(work.isEmpty() ? 0 : Math.max(0, total - (now - since)));
  }
}
