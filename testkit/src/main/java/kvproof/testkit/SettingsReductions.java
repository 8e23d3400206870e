package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.CostWeights;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulerSettings;

/** Settings that are closer to the defaults, one at a time. */
final class SettingsReductions {
  private SettingsReductions() {}

  static List<SchedulerSettings> smaller(SchedulerSettings settings) {
    List<SchedulerSettings> simpler = new ArrayList<>();
    for (QueueProfile queue : simplerQueues(settings.queue())) {
      simpler.add(with(settings, settings.weights(), queue));
    }
    for (CostWeights weights : plainerWeights(settings.weights())) {
      simpler.add(with(settings, weights, settings.queue()));
    }
    simpler.add(with(settings, false, settings.temperature(), settings.tracksPrefill()));
    simpler.add(with(settings, settings.isDecode(), 0, settings.tracksPrefill()));
    simpler.add(with(settings, settings.isDecode(), settings.temperature(), true));
    OptionalLong none = OptionalLong.empty();
    OptionalLong refresh = settings.refreshAfterNanos();
    OptionalLong expiry = settings.expiryNanos();
    OptionalLong pace = settings.prefillNanosPerToken();
    simpler.add(withTimes(settings, none, expiry, pace, settings.seed()));
    simpler.add(withTimes(settings, refresh, none, pace, settings.seed()));
    simpler.add(withTimes(settings, refresh, expiry, none, settings.seed()));
    simpler.add(withTimes(settings, refresh, expiry, pace, 0));
    simpler.removeIf(settings::equals);
    return simpler;
  }

  private static SchedulerSettings with(
      SchedulerSettings like, CostWeights weights, QueueProfile queue) {
    return new SchedulerSettings(
        like.blockSize(),
        like.isDecode(),
        weights,
        like.temperature(),
        like.tracksPrefill(),
        queue,
        like.refreshAfterNanos(),
        like.expiryNanos(),
        like.prefillNanosPerToken(),
        like.seed());
  }

  private static SchedulerSettings with(
      SchedulerSettings like, boolean isDecode, double temperature, boolean tracksPrefill) {
    return new SchedulerSettings(
        like.blockSize(),
        isDecode,
        like.weights(),
        temperature,
        tracksPrefill,
        like.queue(),
        like.refreshAfterNanos(),
        like.expiryNanos(),
        like.prefillNanosPerToken(),
        like.seed());
  }

  private static SchedulerSettings withTimes(
      SchedulerSettings like,
      OptionalLong refresh,
      OptionalLong expiry,
      OptionalLong pace,
      long seed) {
    return new SchedulerSettings(
        like.blockSize(),
        like.isDecode(),
        like.weights(),
        like.temperature(),
        like.tracksPrefill(),
        like.queue(),
        refresh,
        expiry,
        pace,
        seed);
  }

  private static List<CostWeights> plainerWeights(CostWeights weights) {
    CostWeights usual = CostWeights.defaults();
    List<CostWeights> plainer = new ArrayList<>(List.of(usual));
    for (int part = 0; part < 7; part++) {
      plainer.add(
          new CostWeights(
              part == 0 ? usual.overlapCredit() : weights.overlapCredit(),
              part == 1 ? usual.overlapDecay() : weights.overlapDecay(),
              part == 2 ? usual.prefillScale() : weights.prefillScale(),
              part == 3 ? usual.activeRequest() : weights.activeRequest(),
              part == 4 ? usual.hostHit() : weights.hostHit(),
              part == 5 ? usual.diskHit() : weights.diskHit(),
              part == 6 ? usual.sharedHit() : weights.sharedHit()));
    }
    return plainer;
  }

  /** One class alone, an explicit class less, or a class that is simpler. */
  private static List<QueueProfile> simplerQueues(QueueProfile queue) {
    List<QueueClass> classes = queue.classes();
    List<QueueProfile> simpler = new ArrayList<>();
    for (QueueClass only : classes) {
      if (classes.size() > 1 || only.cell().isPresent()) {
        simpler.add(new QueueProfile(List.of(withoutCell(only)), List.of(), Optional.empty()));
      }
    }
    for (int i = 0; i < classes.size(); i++) {
      if (classes.size() > 1 && classes.get(i).cell().isEmpty()) {
        simpler.add(with(queue, CaseReductions.without(classes, i)));
      }
      for (QueueClass plainer : plainerClasses(classes.get(i))) {
        simpler.add(with(queue, CaseReductions.with(classes, i, plainer)));
      }
    }
    return simpler;
  }

  private static QueueProfile with(QueueProfile like, List<QueueClass> classes) {
    return new QueueProfile(classes, like.buckets(), like.defaultFamily());
  }

  private static QueueClass withoutCell(QueueClass like) {
    return new QueueClass(
        QueueProfile.SYNTHETIC_CLASS,
        Optional.empty(),
        like.order(),
        like.quantum(),
        like.busyTokens(),
        like.busyFraction(),
        like.requestLimit(),
        like.tokenLimit(),
        like.cachedTokenLimit());
  }

  private static List<QueueClass> plainerClasses(QueueClass like) {
    OptionalLong none = OptionalLong.empty();
    List<QueueClass> plainer = new ArrayList<>();
    plainer.add(
        with(like, QueueOrder.FCFS, like.quantum(), like.busyTokens(), like.busyFraction()));
    plainer.add(with(like, like.order(), 1, like.busyTokens(), like.busyFraction()));
    plainer.add(with(like, like.order(), like.quantum(), none, like.busyFraction()));
    plainer.add(
        with(like, like.order(), like.quantum(), like.busyTokens(), OptionalDouble.empty()));
    plainer.add(withLimits(like, none, like.tokenLimit(), like.cachedTokenLimit()));
    plainer.add(withLimits(like, like.requestLimit(), none, like.cachedTokenLimit()));
    plainer.add(withLimits(like, like.requestLimit(), like.tokenLimit(), none));
    plainer.removeIf(like::equals);
    return plainer;
  }

  private static QueueClass with(
      QueueClass like,
      QueueOrder order,
      long quantum,
      OptionalLong busyTokens,
      OptionalDouble busyFraction) {
    return new QueueClass(
        like.name(),
        like.cell(),
        order,
        quantum,
        busyTokens,
        busyFraction,
        like.requestLimit(),
        like.tokenLimit(),
        like.cachedTokenLimit());
  }

  private static QueueClass withLimits(
      QueueClass like, OptionalLong requests, OptionalLong tokens, OptionalLong cachedTokens) {
    return new QueueClass(
        like.name(),
        like.cell(),
        like.order(),
        like.quantum(),
        like.busyTokens(),
        like.busyFraction(),
        requests,
        tokens,
        cachedTokens);
  }
}
