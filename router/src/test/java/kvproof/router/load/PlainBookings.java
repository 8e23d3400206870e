package kvproof.router.load;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Bookings as a list, and every number counted from it anew.
 *
 * <p>A block of a rank is a prefix of a prompt that some booking of the rank has; what a block
 * counts is noted by prefix, for as long as any booking has it.
 */
final class PlainBookings {
  private static final long CHECK_NANOS = 30_000_000_000L;

  private static final class Booked {
    final Booking booking;
    final long at;
    long own;
    double ownFraction = 1;

    Booked(Booking booking, long at) {
      this.booking = booking;
      this.at = at;
      this.own = booking.sharesBlocks() ? 0 : booking.sequenceHashes().size();
    }

    List<List<Long>> blocks() {
      List<Long> path = booking.sequenceHashes().stream().boxed().toList();
      List<List<Long>> prefixes = new ArrayList<>();
      for (int end = 1; booking.sharesBlocks() && end <= path.size(); end++) {
        prefixes.add(path.subList(0, end));
      }
      return prefixes;
    }
  }

  private static final class Rank {
    final List<Booked> booked = new ArrayList<>();
    final PlainPrefill prefill = new PlainPrefill();
    final Map<List<Long>, Double> fractions = new HashMap<>();
    long checked;

    long holders(List<Long> block) {
      return booked.stream().filter(each -> each.blocks().contains(block)).count();
    }
  }

  private final long expiry;
  private final Map<WorkerWithDpRank, Rank> ranks = new TreeMap<>();

  /** No expiry: {@link Long#MAX_VALUE}. */
  PlainBookings(long expiry) {
    this.expiry = expiry;
  }

  List<WorkerWithDpRank> ranks() {
    return List.copyOf(ranks.keySet());
  }

  void reconcile(Collection<SchedulableWorker> workers, long now) {
    ranks
        .keySet()
        .removeIf(
            rank ->
                workers.stream()
                    .noneMatch(
                        each -> each.workerId() == rank.workerId() && each.hasRank(rank.dpRank())));
    for (SchedulableWorker worker : workers) {
      for (int offset = 0; offset < worker.rankCount(); offset++) {
        create(worker.rank(offset), now);
      }
    }
  }

  private void create(WorkerWithDpRank rank, long now) {
    if (!ranks.containsKey(rank)) {
      Rank created = new Rank();
      created.checked = now;
      ranks.put(rank, created);
    }
  }

  /** Whether it was booked. */
  boolean add(Booking booking, boolean registers, long now) {
    if (find(booking.requestId()).isPresent()
        || (!registers && !ranks.containsKey(booking.rank()))) {
      return false;
    }
    create(booking.rank(), now);
    Rank rank = ranks.get(booking.rank());
    if (now - rank.checked >= CHECK_NANOS) {
      rank.checked = now;
      expire(rank, now);
    }
    rank.booked.add(new Booked(booking, now));
    if (booking.prefillTokens() > 0) {
      rank.prefill.add(booking.requestId(), booking.prefillTokens(), booking.prefillNanos(), now);
    }
    return true;
  }

  private Optional<Booked> find(String id) {
    return ranks.values().stream()
        .flatMap(rank -> rank.booked.stream())
        .filter(each -> each.booking.requestId().equals(id))
        .findFirst();
  }

  @Nullable WorkerWithDpRank rankOf(String id) {
    return find(id).map(each -> each.booking.rank()).orElse(null);
  }

  boolean completePrefill(String id, long now) {
    return find(id).isPresent() && ranks.get(rankOf(id)).prefill.remove(id, now);
  }

  boolean free(String id, long now) {
    Optional<Booked> found = find(id);
    found.ifPresent(each -> free(ranks.get(each.booking.rank()), each, now));
    return found.isPresent();
  }

  private static void free(Rank rank, Booked booked, long now) {
    rank.prefill.remove(booked.booking.requestId(), now);
    rank.booked.remove(booked);
    rank.fractions.keySet().removeIf(block -> rank.holders(block) == 0);
  }

  List<WorkerWithDpRank> expire(long now) {
    List<WorkerWithDpRank> changed = new ArrayList<>();
    ranks.forEach(
        (rank, load) -> {
          if (expire(load, now)) {
            changed.add(rank);
          }
        });
    return changed;
  }

  private boolean expire(Rank rank, long now) {
    List<Booked> old = rank.booked.stream().filter(each -> now - each.at > expiry).toList();
    old.forEach(each -> free(rank, each, now));
    return !old.isEmpty();
  }

  boolean addOutput(String id, int blocks, double fraction) {
    Optional<Booked> found = find(id);
    if (found.isPresent() && blocks > 0) {
      Rank rank = ranks.get(found.get().booking.rank());
      for (List<Long> block : found.get().blocks()) {
        if (rank.holders(block) == 1) {
          rank.fractions.put(block, fraction);
        }
      }
      found.get().own += blocks;
      found.get().ownFraction = fraction;
    }
    return found.isPresent();
  }

  long activeBlocks(WorkerWithDpRank of) {
    Rank rank = ranks.get(of);
    var held = new LinkedHashMap<List<Long>, Double>();
    BigDecimal sum = BigDecimal.ZERO;
    for (Booked booked : rank.booked) {
      booked.blocks().forEach(block -> held.put(block, rank.fractions.getOrDefault(block, 1.0)));
      sum = sum.add(new BigDecimal(booked.ownFraction).multiply(BigDecimal.valueOf(booked.own)));
    }
    for (double fraction : held.values()) {
      sum = sum.add(new BigDecimal(fraction));
    }
    return sum.setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  long activeRequests(WorkerWithDpRank rank) {
    return ranks.get(rank).booked.size();
  }

  long activeTokens(WorkerWithDpRank rank, long now) {
    return ranks.get(rank).prefill.active(now);
  }

  long additional(WorkerWithDpRank rank, List<Long> query) {
    int held = 0;
    for (Booked booked : ranks.get(rank).booked) {
      for (List<Long> block : booked.blocks()) {
        if (block.size() <= query.size() && block.equals(query.subList(0, block.size()))) {
          held = Math.max(held, block.size());
        }
      }
    }
    return query.size() - held;
  }
}
