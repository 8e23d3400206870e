package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kvproof.model.Arrival;
import kvproof.model.BlockHashes;
import kvproof.model.HashText;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.Recovery;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.WorkerWithDpRank;

/** Reads the arrivals that fill one line of case text, and nothing of the lines below it. */
final class CaseTextArrivals {
  static final String NAMES =
      "open, close, publish, arrive, restart, replay, predict, time, route, capacity, admit, output,"
          + " finish, reset";

  private static final String COUNT = "a number of blocks";

  private CaseTextArrivals() {}

  /** Empty, and nothing is consumed, if the line says something else. */
  static Optional<Arrival> read(CaseTextLine line) {
    return stream(line).or(() -> prediction(line)).or(() -> request(line));
  }

  private static Optional<Arrival> stream(CaseTextLine line) {
    if (line.takes("open")) {
      return Optional.of(opened(line));
    } else if (line.takes("close")) {
      return Optional.of(new StreamClosed(line.rank()));
    } else if (line.takes("restart")) {
      return Optional.of(new EngineRestarted(line.rank()));
    } else if (line.takes("replay")) {
      return Optional.of(limits(line));
    }
    return Optional.empty();
  }

  private static StreamOpened opened(CaseTextLine line) {
    WorkerWithDpRank rank = line.rank();
    Recovery recovery = line.oneOf("how to recover", Recovery.values());
    boolean countsCopies = line.takes("copies");
    line.refuseIf(
        countsCopies && recovery == Recovery.PEER, "are counted at the peer already, so not here");
    return new StreamOpened(rank, recovery, countsCopies);
  }

  private static ReplayLimits limits(CaseTextLine line) {
    WorkerWithDpRank rank = line.rank();
    line.expect("oldest");
    long oldest = line.unsigned("a sequence");
    line.expect("early");
    int early = line.count("a number of batches");
    return new ReplayLimits(
        rank,
        oldest,
        early,
        line.takes("most")
            ? OptionalInt.of(line.count("a number of batches"))
            : OptionalInt.empty());
  }

  private static Optional<Arrival> prediction(CaseTextLine line) {
    if (line.takes("predict")) {
      Mode mode = line.oneOf("what to predict by", Mode.values());
      return Optional.of(new ModeChosen(mode, line.millis()));
    } else if (line.takes("time")) {
      return Optional.of(new TimePassed(line.millis()));
    } else if (line.takes("capacity")) {
      WorkerWithDpRank rank = line.rank();
      long incarnation = incarnation(line);
      return Optional.of(
          new CapacityDeclared(
              rank,
              incarnation,
              line.takes("blocks") ? OptionalLong.of(line.unsigned(COUNT)) : OptionalLong.empty()));
    } else if (line.takes("reset")) {
      return Optional.of(new RankReset(line.rank()));
    }
    return Optional.empty();
  }

  private static Optional<Arrival> request(CaseTextLine line) {
    if (line.takes("route")) {
      WorkerWithDpRank rank = line.rank();
      line.expect("local");
      List<Long> localHashes = new ArrayList<>();
      while (!line.takes("sequence")) {
        localHashes.add(line.read("a local hash or 'sequence'", HashText::parse));
      }
      return Optional.of(new RequestRouted(rank, BlockHashes.of(localHashes), line.hashes()));
    } else if (line.takes("admit")) {
      return Optional.of(admitted(line));
    } else if (line.takes("output")) {
      return Optional.of(output(line));
    } else if (line.takes("finish")) {
      WorkerWithDpRank rank = line.rank();
      long incarnation = incarnation(line);
      return Optional.of(new RequestFinished(rank, incarnation, attempt(line)));
    }
    return Optional.empty();
  }

  private static RequestAdmitted admitted(CaseTextLine line) {
    WorkerWithDpRank rank = line.rank();
    long incarnation = incarnation(line);
    String attempt = attempt(line);
    int privateBlocks = privateBlocks(line);
    line.expect("blocks");
    CaseTextBlocks blocks = line.blocks();
    return new RequestAdmitted(
        rank, incarnation, attempt, blocks.localHashes(), blocks.externalHashes(), privateBlocks);
  }

  private static OutputMaterialized output(CaseTextLine line) {
    WorkerWithDpRank rank = line.rank();
    long incarnation = incarnation(line);
    String attempt = attempt(line);
    line.expect("below");
    OptionalLong parent = line.parent();
    line.expect("start");
    int startPosition = line.count("a position");
    int privateBlocks = privateBlocks(line);
    line.expect("blocks");
    CaseTextBlocks blocks = line.blocks();
    return new OutputMaterialized(
        rank,
        incarnation,
        attempt,
        parent,
        startPosition,
        blocks.localHashes(),
        blocks.externalHashes(),
        privateBlocks);
  }

  private static long incarnation(CaseTextLine line) {
    line.expect("incarnation");
    return line.unsigned("an incarnation");
  }

  private static String attempt(CaseTextLine line) {
    line.expect("attempt");
    return line.text("the name of an attempt");
  }

  private static int privateBlocks(CaseTextLine line) {
    line.expect("private");
    return line.count(COUNT);
  }
}
