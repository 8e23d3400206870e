package kvproof.oracles.log;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** What a router says, in the words of the worked examples. */
record ExampleFacts(KvRouter router, BlockHashes query) {

  String resident(WorkerWithDpRank rank) {
    OptionalLong blocks = router.residentBlocks(rank);
    return blocks.isPresent() ? Long.toString(blocks.getAsLong()) : "absent";
  }

  String held(Owner owner, StorageTier tier) {
    return orNothing(
        router.heldBlocks().stream()
            .filter(block -> block.owner().equals(owner) && block.tier() == tier)
            .map(HeldBlock::externalHash)
            .map(String::valueOf));
  }

  String device() {
    return orNothing(
        answer(List.of()).device().entrySet().stream()
            .map(entry -> name(entry.getKey()) + " " + entry.getValue().blocks()));
  }

  String lastHashes() {
    return orNothing(
        answer(List.of()).device().entrySet().stream()
            .map(entry -> name(entry.getKey()) + " " + entry.getValue().lastExternalHash()));
  }

  String hits(StorageTier tier) {
    TierAnswer answer = answer(List.of()).lower().get(tier);
    return answer == null ? "no tier" : perOwner(answer.hits());
  }

  String next(StorageTier tier) {
    TierAnswer answer = answer(List.of()).lower().get(tier);
    return answer == null ? "no tier" : perOwner(answer.next());
  }

  String candidates() {
    return answer(List.of())
        .candidates()
        .map(found -> found.chain() + ": " + perOwner(found.owners()))
        .orElse("nothing");
  }

  String intervals() {
    return orNothing(
        answer(List.of()).intervals().stream()
            .map(found -> name(found.owner()) + " " + found.interval()));
  }

  String choice(WorkerWithDpRank target) {
    SourceChoice choice = choose(target);
    return choice.frontier()
        + " "
        + choice.source().map(source -> name(source) + " " + choice.end()).orElse("nobody");
  }

  String hint(WorkerWithDpRank target) {
    return choose(target).hint().map(ExampleFacts::text).orElse("nothing");
  }

  private static String text(KvHint hint) {
    return hint.actions().stream()
        .map(KvHintAction.Fetch.class::cast)
        .map(fetch -> fetch.sourceControlEndpoint() + " " + fetch.blockHashes())
        .collect(joining(", "));
  }

  private SourceChoice choose(WorkerWithDpRank target) {
    return answer(List.of(target)).choices().getOrDefault(target, SourceChoice.none(-1));
  }

  private Answer answer(List<WorkerWithDpRank> targets) {
    return router.answer(new Request("example", query, targets));
  }

  private static String perOwner(Map<? extends Owner, ?> values) {
    return orNothing(
        values.entrySet().stream().map(entry -> name(entry.getKey()) + " " + entry.getValue()));
  }

  private static String orNothing(Stream<String> words) {
    String text = words.collect(joining(", "));
    return text.isEmpty() ? "nothing" : text;
  }

  private static String name(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> "w" + rank.toString().replace("/0", "").replace('/', '.');
      case CacheOwner cacheOwner -> cacheOwner.name();
    };
  }
}
