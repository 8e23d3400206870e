package kvproof.oracles;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** The laws of intervals and candidates; part of {@link HintLaws}. */
final class IntervalLaws {
  private static final Comparator<SourceInterval> BY_SOURCE_THEN_START =
      Comparator.comparing(SourceInterval::owner)
          .thenComparingInt(listed -> listed.interval().start());

  private IntervalLaws() {}

  /** Device blocks and the host-pinned hits that continue them, as the answer lists them. */
  static int frontier(Answer answer, WorkerWithDpRank rank) {
    DeviceMatch device = answer.device().get(rank);
    TierAnswer host = answer.lower().get(StorageTier.HOST_PINNED);
    return (device == null ? 0 : device.blocks())
        + (host == null ? 0 : host.hits().getOrDefault(rank, 0));
  }

  static List<String> violations(Answer answer, int promptBlocks) {
    List<String> violations = new ArrayList<>();
    SortedSet<Integer> partialFrontiers = partialFrontiers(answer, promptBlocks);
    for (SourceInterval listed : answer.intervals()) {
      int start = listed.interval().start();
      int end = listed.interval().end();
      if (start == end || end > promptBlocks) {
        violations.add(
            "interval " + listed + " is empty or leaves the " + promptBlocks + " blocks");
      }
      if (start > 0 && !partialFrontiers.contains(start)) {
        violations.add("continuation " + listed + " starts at no frontier of " + partialFrontiers);
      }
    }
    for (int i = 1; i < answer.intervals().size(); i++) {
      SourceInterval before = answer.intervals().get(i - 1);
      SourceInterval listed = answer.intervals().get(i);
      if (BY_SOURCE_THEN_START.compare(before, listed) >= 0) {
        violations.add("interval " + listed + " is listed behind " + before);
      }
      if (overlap(before, listed)
          && (before.interval().start() > 0
              || listed.interval().end() <= before.interval().end())) {
        violations.add("interval " + listed + " is not canonical beside " + before);
      }
    }
    checkCandidates(answer, violations);
    return violations;
  }

  /** Neighbours that overlap; none where each block has one hash. */
  static List<String> overlaps(Answer answer) {
    List<String> violations = new ArrayList<>();
    for (int i = 1; i < answer.intervals().size(); i++) {
      if (overlap(answer.intervals().get(i - 1), answer.intervals().get(i))) {
        violations.add(
            "intervals "
                + answer.intervals().get(i - 1)
                + " and "
                + answer.intervals().get(i)
                + " overlap");
      }
    }
    return violations;
  }

  private static boolean overlap(SourceInterval before, SourceInterval next) {
    return before.owner().equals(next.owner()) && next.interval().start() < before.interval().end();
  }

  private static SortedSet<Integer> partialFrontiers(Answer answer, int promptBlocks) {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>(answer.device().keySet());
    TierAnswer host = answer.lower().get(StorageTier.HOST_PINNED);
    if (host != null) {
      ranks.addAll(host.hits().keySet());
    }
    SortedSet<Integer> frontiers = new TreeSet<>();
    for (WorkerWithDpRank rank : ranks) {
      int frontier = frontier(answer, rank);
      if (0 < frontier && frontier < promptBlocks) {
        frontiers.add(frontier);
      }
    }
    return frontiers;
  }

  private static void checkCandidates(Answer answer, List<String> violations) {
    SortedMap<Owner, Integer> rootPrefixes = new TreeMap<>();
    int longest = 0;
    for (SourceInterval listed : answer.intervals()) {
      if (listed.interval().start() == 0) {
        rootPrefixes.put(listed.owner(), listed.interval().end());
        longest = Math.max(longest, listed.interval().end());
      }
    }
    SortedMap<Owner, Integer> owners = new TreeMap<>();
    answer.candidates().ifPresent(candidates -> owners.putAll(candidates.owners()));
    if (!owners.equals(rootPrefixes)) {
      violations.add("candidates " + owners + " are not the root prefixes " + rootPrefixes);
    }
    int chainBlocks = answer.candidates().map(candidates -> candidates.chain().size()).orElse(0);
    if (chainBlocks != longest) {
      violations.add(chainBlocks + " hashes for candidates up to " + longest);
    }
  }
}
