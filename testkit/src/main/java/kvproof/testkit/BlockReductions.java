package kvproof.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.StorageTier;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Takes one block out of the whole case: what was behind it moves up, in every store and prompt.
 *
 * <p>So a chain gets shorter in front of the place where a case fails, too.
 */
final class BlockReductions {
  private final Map<Long, HeldBlock> firstStored = new LinkedHashMap<>();

  private BlockReductions(List<CaseStep> steps) {
    for (CaseStep step : steps) {
      switch (step) {
        case Stored stored -> note(stored);
        case BatchPublished published -> published.events().forEach(this::note);
        case BatchArrived arrived -> arrived.events().forEach(this::note);
        case RequestRouted(var rank, var locals, var sequences)
            when locals.size() == sequences.size() ->
            note(stored(rank, locals, sequences));
        case RequestAdmitted request ->
            note(stored(request.rank(), request.localHashes(), request.sequenceHashes()));
        default -> {} // stores no block that could be taken out of the whole case
      }
    }
  }

  private static Stored stored(
      WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes) {
    return new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), localHashes, sequenceHashes);
  }

  private void note(KvCacheEvent event) {
    if (event instanceof Stored stored) {
      Inventories.blocksOf(stored)
          .forEach(block -> firstStored.putIfAbsent(block.externalHash(), block));
    }
  }

  static List<Case> withoutOneBlock(Case larger) {
    BlockReductions blocks = new BlockReductions(larger.steps());
    List<Case> smaller = new ArrayList<>();
    blocks.firstStored.values().forEach(block -> smaller.add(blocks.without(block, larger)));
    return smaller;
  }

  private Case without(HeldBlock block, Case larger) {
    OptionalInt position = positionOf(block);
    return new Case(
        larger.profile(),
        larger.seed(),
        larger.steps().stream().map(step -> without(block, position, step)).toList(),
        larger.requests().stream().map(request -> without(block, position, request)).toList(),
        larger.fetches().stream().map(fetch -> without(block, fetch)).toList());
  }

  private static CaseStep without(HeldBlock block, OptionalInt position, CaseStep step) {
    return switch (step) {
      case KvCacheEvent event -> without(block, event);
      case ResidencySnapshot snapshot -> snapshot;
      case WorkerSnapshot snapshot -> snapshot;
      case StreamState state -> state;
      case BatchPublished(var rank, var sequence, var events, var passage) ->
          new BatchPublished(rank, sequence, without(block, events), passage);
      case BatchArrived(var rank, var incarnation, var sequence, var events) ->
          new BatchArrived(rank, incarnation, sequence, without(block, events));
      case StreamArrival arrival -> arrival;
      case RequestRouted(var rank, var locals, var sequences)
          when locals.size() == sequences.size() -> {
        Stored shorter = without(block, stored(rank, locals, sequences));
        yield new RequestRouted(rank, shorter.localHashes(), shorter.externalHashes());
      }
      case RequestAdmitted request -> without(block, request);
      case OutputMaterialized output -> without(block, output);
      case Prediction prediction -> prediction;
      case Submitted(var request) when stands(block, position, request.localHashes()) ->
          new Submitted(SubmissionReductions.withoutBlock(request, position.getAsInt()));
      case SchedulingStep scheduling -> scheduling;
    };
  }

  private static RequestAdmitted without(HeldBlock block, RequestAdmitted request) {
    Stored shorter =
        without(block, stored(request.rank(), request.localHashes(), request.sequenceHashes()));
    return new RequestAdmitted(
        request.rank(),
        request.incarnation(),
        request.attempt(),
        shorter.localHashes(),
        shorter.externalHashes(),
        request.privateBlocks());
  }

  /** Positions stay: they count blocks of the request, which need not be those of the prompt. */
  private static OutputMaterialized without(HeldBlock block, OutputMaterialized output) {
    Stored shorter =
        without(
            block,
            new Stored(
                output.rank(),
                StorageTier.DEVICE,
                output.parent(),
                output.localHashes(),
                output.sequenceHashes()));
    return new OutputMaterialized(
        output.rank(),
        output.incarnation(),
        output.attempt(),
        shorter.parent(),
        output.startPosition(),
        shorter.localHashes(),
        shorter.externalHashes(),
        output.privateBlocks());
  }

  private static List<KvCacheEvent> without(HeldBlock block, List<KvCacheEvent> events) {
    return events.stream().map(event -> without(block, event)).toList();
  }

  private static KvCacheEvent without(HeldBlock block, KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> without(block, stored);
      case Removed(var owner, var tier, var hashes) ->
          new Removed(owner, tier, without(block.externalHash(), hashes));
      case Cleared cleared -> cleared;
      case RankRemoved removed -> removed;
      case WorkerRemoved removed -> removed;
    };
  }

  private static Stored without(HeldBlock block, Stored stored) {
    List<Long> localHashes = new ArrayList<>();
    List<Long> externalHashes = new ArrayList<>();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      if (stored.externalHashes().at(i) != block.externalHash()) {
        localHashes.add(stored.localHashes().at(i));
        externalHashes.add(stored.externalHashes().at(i));
      }
    }
    OptionalLong parent = stored.parent();
    boolean isBehind = parent.isPresent() && parent.getAsLong() == block.externalHash();
    return new Stored(
        stored.owner(),
        stored.tier(),
        isBehind ? block.parent() : parent,
        BlockHashes.of(localHashes),
        BlockHashes.of(externalHashes));
  }

  private static BlockHashes without(long hash, BlockHashes hashes) {
    return BlockHashes.of(hashes.stream().filter(other -> other != hash).toArray());
  }

  private static Request without(HeldBlock block, OptionalInt position, Request request) {
    if (!stands(block, position, request.localHashes())) {
      return request;
    }
    List<Long> shorter = request.localHashes().stream().boxed().toList();
    return new Request(
        request.id(),
        BlockHashes.of(CaseReductions.without(shorter, position.getAsInt())),
        request.targets());
  }

  private static boolean stands(HeldBlock block, OptionalInt position, BlockHashes prompt) {
    return position.isPresent()
        && position.getAsInt() < prompt.size()
        && prompt.at(position.getAsInt()) == block.localHash();
  }

  private static FetchAttempt without(HeldBlock block, FetchAttempt fetch) {
    return new FetchAttempt(
        fetch.requestId(),
        fetch.target(),
        fetch.meanwhile().stream().map(event -> without(block, event)).toList(),
        fetch.askInstead(),
        fetch.fault());
  }

  /** Blocks between the root and this one; empty if the way there is not known or has no end. */
  private OptionalInt positionOf(HeldBlock block) {
    Set<Long> seen = new HashSet<>();
    int position = 0;
    HeldBlock current = block;
    while (current.parent().isPresent()) {
      HeldBlock parent = firstStored.get(current.parent().getAsLong());
      if (parent == null || !seen.add(parent.externalHash())) {
        return OptionalInt.empty();
      }
      current = parent;
      position++;
    }
    return OptionalInt.of(position);
  }
}
