package kvproof.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.WorkerWithDpRank;

/** Gives sequences of batches, incarnations of capacities and attempts small numbers. */
final class ArrivalRenumbering {
  private ArrivalRenumbering() {}

  static List<Case> withSmallerNumbers(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (WorkerWithDpRank rank : StreamReductions.ranks(larger)) {
      SortedSet<Long> sequences = sequences(larger, rank);
      if (!sequences.isEmpty()) {
        smaller.add(mapped(larger, step -> renumbered(step, rank, fromZero(sequences))));
        smaller.add(mapped(larger, step -> renumbered(step, rank, closer(sequences))));
      }
    }
    SortedMap<Long, Long> incarnations = consecutive(incarnations(larger));
    Map<String, String> attempts = attempts(larger);
    smaller.add(mapped(larger, step -> renamed(step, incarnations, attempts)));
    return smaller;
  }

  private static Case mapped(Case larger, Function<CaseStep, CaseStep> change) {
    return CaseReductions.withSteps(larger, larger.steps().stream().map(change).toList());
  }

  private static SortedSet<Long> sequences(Case larger, WorkerWithDpRank rank) {
    SortedSet<Long> sequences = new TreeSet<>(Long::compareUnsigned);
    for (CaseStep step : larger.steps()) {
      if (step instanceof BatchPublished batch && batch.rank().equals(rank)) {
        sequences.add(batch.sequence());
      } else if (step instanceof BatchArrived batch && batch.rank().equals(rank)) {
        sequences.add(batch.sequence());
      }
    }
    return sequences;
  }

  private static SortedMap<Long, Long> fromZero(SortedSet<Long> sequences) {
    SortedMap<Long, Long> numbers = new TreeMap<>(Long::compareUnsigned);
    sequences.forEach(sequence -> numbers.put(sequence, sequence - sequences.first()));
    return numbers;
  }

  /** A gap stays a gap, of one batch. */
  private static SortedMap<Long, Long> closer(SortedSet<Long> sequences) {
    SortedMap<Long, Long> numbers = new TreeMap<>(Long::compareUnsigned);
    long before = sequences.first();
    long number = before;
    for (long sequence : sequences) {
      number += sequence == before ? 0 : sequence == before + 1 ? 1 : 2;
      numbers.put(sequence, number);
      before = sequence;
    }
    return numbers;
  }

  private static CaseStep renumbered(
      CaseStep step, WorkerWithDpRank rank, SortedMap<Long, Long> numbers) {
    return switch (step) {
      case BatchPublished(var of, var sequence, var events, var passage) when of.equals(rank) ->
          new BatchPublished(rank, number(numbers, sequence), events, passage);
      case BatchArrived(var of, var incarnation, var sequence, var events) when of.equals(rank) ->
          new BatchArrived(rank, incarnation, number(numbers, sequence), events);
      case ReplayLimits(var of, var oldest, var early, var most) when of.equals(rank) ->
          new ReplayLimits(rank, number(numbers, oldest), early, most);
      case StreamArrival _, Prediction _, SchedulingStep _, IndexStep _ ->
          step; // numbers nothing of this rank
    };
  }

  /** A number that no batch has is that of the next batch; behind the last, it stays. */
  private static long number(SortedMap<Long, Long> numbers, long sequence) {
    return numbers.tailMap(sequence).values().stream().findFirst().orElse(sequence);
  }

  private static SortedSet<Long> incarnations(Case larger) {
    SortedSet<Long> incarnations = new TreeSet<>(Long::compareUnsigned);
    for (CaseStep step : larger.steps()) {
      switch (step) {
        case CapacityDeclared declared -> incarnations.add(declared.incarnation());
        case RequestAdmitted admitted -> incarnations.add(admitted.incarnation());
        case OutputMaterialized output -> incarnations.add(output.incarnation());
        case RequestFinished finished -> incarnations.add(finished.incarnation());
        case ModeChosen _,
            TimePassed _,
            RequestRouted _,
            RankReset _,
            StreamArrival _,
            SchedulingStep _,
            IndexStep _ -> {} // of no incarnation
      }
    }
    return incarnations;
  }

  private static SortedMap<Long, Long> consecutive(SortedSet<Long> values) {
    SortedMap<Long, Long> numbers = new TreeMap<>(Long::compareUnsigned);
    for (long value : values) {
      numbers.put(value, numbers.size() + 1L);
    }
    return numbers;
  }

  /** In the order in which they come up. */
  private static Map<String, String> attempts(Case larger) {
    Map<String, String> names = new LinkedHashMap<>();
    for (CaseStep step : larger.steps()) {
      switch (step) {
        case RequestAdmitted(_, _, var attempt, _, _, _) -> name(names, attempt);
        case OutputMaterialized output -> name(names, output.attempt());
        case RequestFinished finished -> name(names, finished.attempt());
        case ModeChosen _,
            TimePassed _,
            RequestRouted _,
            CapacityDeclared _,
            RankReset _,
            StreamArrival _,
            SchedulingStep _,
            IndexStep _ -> {} // names no attempt
      }
    }
    return names;
  }

  private static void name(Map<String, String> names, String attempt) {
    names.putIfAbsent(attempt, "a" + (names.size() + 1));
  }

  private static CaseStep renamed(
      CaseStep step, SortedMap<Long, Long> incarnations, Map<String, String> attempts) {
    return step instanceof Prediction prediction
        ? renamedPrediction(prediction, incarnations, attempts)
        : step;
  }

  private static Prediction renamedPrediction(
      Prediction prediction, Map<Long, Long> incarnations, Map<String, String> attempts) {
    return switch (prediction) {
      case CapacityDeclared(var rank, var incarnation, var blocks) ->
          new CapacityDeclared(rank, incarnations.getOrDefault(incarnation, incarnation), blocks);
      case RequestAdmitted old ->
          new RequestAdmitted(
              old.rank(),
              incarnations.getOrDefault(old.incarnation(), old.incarnation()),
              attempts.getOrDefault(old.attempt(), old.attempt()),
              old.localHashes(),
              old.sequenceHashes(),
              old.privateBlocks());
      case OutputMaterialized old ->
          new OutputMaterialized(
              old.rank(),
              incarnations.getOrDefault(old.incarnation(), old.incarnation()),
              attempts.getOrDefault(old.attempt(), old.attempt()),
              old.parent(),
              old.startPosition(),
              old.localHashes(),
              old.sequenceHashes(),
              old.privateBlocks());
      case RequestFinished(var rank, var incarnation, var attempt) ->
          new RequestFinished(
              rank,
              incarnations.getOrDefault(incarnation, incarnation),
              attempts.getOrDefault(attempt, attempt));
      case ModeChosen _, TimePassed _, RequestRouted _, RankReset _ ->
          prediction; // has no incarnation
    };
  }
}
