package kvproof.soak.relation;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.Renaming;

/** Answers and inventories under the new names, in the order that the new names have. */
record RenamedAnswers(Renaming renaming) {

  Answer of(Answer answer) {
    return new Answer(
        byRank(answer.device()),
        lower(answer),
        answer.candidates().map(this::of),
        answer.intervals().stream()
            .map(held -> new SourceInterval(renaming.rename(held.owner()), held.interval()))
            .sorted(
                Comparator.comparing(SourceInterval::owner)
                    .thenComparingInt(held -> held.interval().start()))
            .toList(),
        choices(answer));
  }

  List<HeldBlock> of(List<HeldBlock> held) {
    return held.stream()
        .map(
            block ->
                new HeldBlock(
                    block.tier(),
                    renaming.rename(block.owner()),
                    block.parent(),
                    block.localHash(),
                    block.externalHash()))
        .sorted(HeldBlock.DUMP_ORDER)
        .toList();
  }

  private <V> SortedMap<WorkerWithDpRank, V> byRank(SortedMap<WorkerWithDpRank, V> map) {
    SortedMap<WorkerWithDpRank, V> renamed = new TreeMap<>();
    map.forEach((rank, value) -> renamed.put(renaming.rename(rank), value));
    return renamed;
  }

  private SortedMap<StorageTier, TierAnswer> lower(Answer answer) {
    SortedMap<StorageTier, TierAnswer> renamed = new TreeMap<>();
    answer
        .lower()
        .forEach(
            (tier, lower) ->
                renamed.put(tier, new TierAnswer(byRank(lower.hits()), byRank(lower.next()))));
    return renamed;
  }

  private TransferCandidates of(TransferCandidates candidates) {
    SortedMap<Owner, Integer> owners = new TreeMap<>();
    candidates.owners().forEach((owner, blocks) -> owners.put(renaming.rename(owner), blocks));
    return new TransferCandidates(candidates.chain(), owners);
  }

  private SortedMap<WorkerWithDpRank, SourceChoice> choices(Answer answer) {
    SortedMap<WorkerWithDpRank, SourceChoice> renamed = byRank(answer.choices());
    renamed.replaceAll((target, choice) -> of(choice));
    return renamed;
  }

  private SourceChoice of(SourceChoice choice) {
    Optional<Owner> source = choice.source();
    return new SourceChoice(
        choice.frontier(),
        source.map(renaming::rename),
        choice.end(),
        source.flatMap(owner -> choice.hint().map(hint -> of(owner, hint))));
  }

  private KvHint of(Owner source, KvHint hint) {
    for (KvHintAction action : hint.actions()) {
      if (action instanceof KvHintAction.Fetch fetch) {
        BlockHashes hashes = fetch.blockHashes();
        return KvHint.fetch(
            hint.messageId(), hashes, endpoint(source, fetch.sourceControlEndpoint()));
      }
    }
    return hint;
  }

  /** An endpoint that says which rank it belongs to follows the name, as in the case itself. */
  private String endpoint(Owner source, String endpoint) {
    return source instanceof WorkerWithDpRank rank
            && endpoint.equals(WorkerSnapshot.defaultEndpoint(rank))
        ? WorkerSnapshot.defaultEndpoint(renaming.rename(rank))
        : endpoint;
  }
}
