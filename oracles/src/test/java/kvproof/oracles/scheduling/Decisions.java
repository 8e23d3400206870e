package kvproof.oracles.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Admission;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Draws;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/** Decisions written down by hand. */
final class Decisions {
  private Decisions() {}

  /** An idle rank without any block of the prompt. */
  static Choice choice(SelectionRequest request, WorkerWithDpRank rank) {
    int blocks = request.promptTokens() / 16;
    return new Choice(
        new Chosen(
            request.id(),
            request.admission(),
            rank,
            2 * blocks,
            blocks,
            0,
            0,
            request.promptTokens(),
            ifBooked(request.admission(), 0),
            ifBooked(request.admission(), 0),
            blocks,
            0,
            Optional.empty(),
            0,
            Draws.none()));
  }

  private static OptionalLong ifBooked(Admission admission, long tokens) {
    return admission.books() ? OptionalLong.of(tokens) : OptionalLong.empty();
  }

  static Answered answer(String id) {
    return new Answered(id, Optional.empty());
  }

  static Answered answer(String id, int blocks, String endpoint) {
    return new Answered(id, Optional.of(KvHint.fetch(id, Scene.hashes(0, blocks), endpoint)));
  }

  static Refused refusal(String id, SelectionError error) {
    return new Refused(id, error);
  }

  /** A choice being written. */
  record Choice(Chosen chosen) {

    Choice cost(double cost) {
      return with(cost, chosen.draws());
    }

    Choice drew(int bound, int number) {
      return with(chosen.cost(), new Draws(List.of(bound), List.of(number), List.of()));
    }

    Choice drew(double real) {
      return with(chosen.cost(), new Draws(List.of(), List.of(), List.of(real)));
    }

    private Choice with(double cost, Draws draws) {
      return new Choice(
          new Chosen(
              chosen.requestId(),
              chosen.admission(),
              chosen.rank(),
              cost,
              chosen.requiredBlocks(),
              chosen.effectiveOverlapBlocks(),
              chosen.cachedTokens(),
              chosen.effectivePrefillTokens(),
              chosen.selectedRawCachedTokens(),
              chosen.maxRawCachedTokens(),
              chosen.potentialDecodeBlocks(),
              chosen.frontier(),
              chosen.source(),
              chosen.creditedEnd(),
              draws));
    }

    /** Weighted and raw blocks of the rank, raw ones of the best, tokens left to prefill. */
    Choice overlap(double effective, long raw, long mostRaw, long prefill) {
      return new Choice(
          new Chosen(
              chosen.requestId(),
              chosen.admission(),
              chosen.rank(),
              chosen.cost(),
              chosen.requiredBlocks(),
              effective,
              Math.round(effective * 16),
              prefill,
              ifBooked(chosen.admission(), raw * 16),
              ifBooked(chosen.admission(), mostRaw * 16),
              chosen.potentialDecodeBlocks(),
              chosen.frontier(),
              chosen.source(),
              chosen.creditedEnd(),
              chosen.draws()));
    }

    Choice decode(long potentialBlocks) {
      return new Choice(
          new Chosen(
              chosen.requestId(),
              chosen.admission(),
              chosen.rank(),
              chosen.cost(),
              chosen.requiredBlocks(),
              chosen.effectiveOverlapBlocks(),
              chosen.cachedTokens(),
              chosen.effectivePrefillTokens(),
              chosen.selectedRawCachedTokens(),
              chosen.maxRawCachedTokens(),
              potentialBlocks,
              chosen.frontier(),
              chosen.source(),
              chosen.creditedEnd(),
              chosen.draws()));
    }

    Choice frontier(int frontier) {
      return fetch(frontier, Optional.empty(), frontier);
    }

    Choice fetch(int frontier, Owner source, int end) {
      return fetch(frontier, Optional.of(source), end);
    }

    private Choice fetch(int frontier, Optional<Owner> source, int end) {
      return new Choice(
          new Chosen(
              chosen.requestId(),
              chosen.admission(),
              chosen.rank(),
              chosen.cost(),
              chosen.requiredBlocks(),
              chosen.effectiveOverlapBlocks(),
              chosen.cachedTokens(),
              chosen.effectivePrefillTokens(),
              chosen.selectedRawCachedTokens(),
              chosen.maxRawCachedTokens(),
              chosen.potentialDecodeBlocks(),
              frontier,
              source,
              end,
              chosen.draws()));
    }

    /** Raw cached tokens of the rank and of the best. */
    Choice raw(OptionalLong selected, OptionalLong most) {
      return new Choice(
          new Chosen(
              chosen.requestId(),
              chosen.admission(),
              chosen.rank(),
              chosen.cost(),
              chosen.requiredBlocks(),
              chosen.effectiveOverlapBlocks(),
              chosen.cachedTokens(),
              chosen.effectivePrefillTokens(),
              selected,
              most,
              chosen.potentialDecodeBlocks(),
              chosen.frontier(),
              chosen.source(),
              chosen.creditedEnd(),
              chosen.draws()));
    }

    SchedulingDecision made() {
      return chosen;
    }
  }

  /** The choice and its answer without a hint. */
  static SchedulingDecision[] and(Choice choice, SchedulingDecision... more) {
    var decisions = new SchedulingDecision[more.length + 1];
    decisions[0] = choice.made();
    System.arraycopy(more, 0, decisions, 1, more.length);
    return decisions;
  }
}
