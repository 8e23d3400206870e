package kvproof.router;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.BlockInterval;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.HintBuilder;
import kvproof.router.fetch.SourceChooser;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.IntervalList;
import kvproof.router.index.Lookup;
import kvproof.router.index.OwnerTable;
import kvproof.router.index.TieredIndex;

/** Spells a finished selection out as an {@link Answer}. */
final class AnswerBuilder {
  private static final Comparator<SourceInterval> BY_OWNER_THEN_START =
      Comparator.comparing(SourceInterval::owner)
          .thenComparingInt(found -> found.interval().start());

  private final OwnerTable owners;
  private final SourceDirectory directory;
  private final Lookup lookup;
  private final SourceChooser chooser;

  AnswerBuilder(TieredIndex index, SourceDirectory directory, Selection selection) {
    this.owners = index.owners();
    this.directory = directory;
    this.lookup = selection.lookup();
    this.chooser = selection.chooser();
  }

  Answer build(Request request, int[] targets) {
    SortedMap<StorageTier, TierAnswer> lower = new TreeMap<>();
    for (StorageTier tier : StorageTier.lower()) {
      if (lookup.tierExists(tier)) {
        lower.put(tier, tier(tier));
      }
    }
    List<SourceInterval> intervals = intervals();
    return new Answer(device(), lower, candidates(intervals), intervals, choices(request, targets));
  }

  private SortedMap<WorkerWithDpRank, DeviceMatch> device() {
    SortedMap<WorkerWithDpRank, DeviceMatch> matches = new TreeMap<>();
    for (int number = 0; number < lookup.ownerCount(); number++) {
      if (lookup.deviceBlocks(number) > 0) {
        matches.put(
            rank(number),
            new DeviceMatch(lookup.deviceBlocks(number), lookup.deviceLastHash(number)));
      }
    }
    return matches;
  }

  private WorkerWithDpRank rank(int number) {
    return (WorkerWithDpRank) owners.owner(number);
  }

  private TierAnswer tier(StorageTier tier) {
    SortedMap<WorkerWithDpRank, Integer> hits = new TreeMap<>();
    SortedMap<WorkerWithDpRank, WalkPosition> next = new TreeMap<>();
    for (int number = 0; number < lookup.ownerCount(); number++) {
      if (lookup.walked(tier, number)) {
        int position = lookup.nextPosition(tier, number);
        hits.put(rank(number), lookup.hits(tier, number));
        next.put(
            rank(number),
            new WalkPosition(
                position,
                position == 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(lookup.nextHash(tier, number))));
      }
    }
    return new TierAnswer(hits, next);
  }

  private List<SourceInterval> intervals() {
    IntervalList found = lookup.intervals();
    List<SourceInterval> intervals = new ArrayList<>();
    for (int row = 0; row < found.size(); row++) {
      intervals.add(
          new SourceInterval(
              owners.owner(found.owner(row)), new BlockInterval(found.start(row), found.end(row))));
    }
    intervals.sort(BY_OWNER_THEN_START);
    return intervals;
  }

  private Optional<TransferCandidates> candidates(List<SourceInterval> intervals) {
    SortedMap<Owner, Integer> prefixes = new TreeMap<>();
    int longest = 0;
    for (SourceInterval found : intervals) {
      if (found.interval().start() == 0) {
        prefixes.put(found.owner(), found.interval().end());
        longest = Math.max(longest, found.interval().end());
      }
    }
    return prefixes.isEmpty()
        ? Optional.empty()
        : Optional.of(new TransferCandidates(HintBuilder.chain(lookup, longest), prefixes));
  }

  private SortedMap<WorkerWithDpRank, SourceChoice> choices(Request request, int[] targets) {
    SortedMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>();
    for (int i = 0; i < targets.length; i++) {
      choices.put(rank(targets[i]), choice(request, i, lookup.frontier(targets[i])));
    }
    return choices;
  }

  private SourceChoice choice(Request request, int i, int frontier) {
    int source = chooser.source(i);
    if (source < 0) {
      return SourceChoice.none(frontier);
    }
    int end = chooser.end(i);
    return new SourceChoice(
        frontier,
        Optional.of(owners.owner(source)),
        end,
        Optional.of(HintBuilder.build(request.id(), lookup, directory, source, end)));
  }
}
