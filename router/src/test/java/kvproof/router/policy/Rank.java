package kvproof.router.policy;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import kvproof.model.WorkerWithDpRank;

/** What a host knows of one rank; immutable. Nothing held, and idle, unless said otherwise. */
record Rank(
    WorkerWithDpRank rank,
    int device,
    int host,
    int disk,
    OptionalDouble effective,
    OptionalLong cached,
    OptionalInt sourceEnd,
    boolean hasLoad,
    long prefill,
    long decode,
    long additional,
    long requests,
    TreeSet<String> taints) {

  static Rank of(long worker) {
    return of(worker, 0);
  }

  static Rank of(long worker, int dpRank) {
    return new Rank(
        new WorkerWithDpRank(worker, dpRank),
        0,
        0,
        0,
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        true,
        0,
        0,
        0,
        0,
        new TreeSet<>());
  }

  /** Blocks on the device, in host memory, on disk. */
  Rank holding(int newDevice, int newHost, int newDisk) {
    return new Rank(
        rank,
        newDevice,
        newHost,
        newDisk,
        effective,
        cached,
        sourceEnd,
        hasLoad,
        prefill,
        decode,
        additional,
        requests,
        taints);
  }

  Rank device(int blocks) {
    return holding(blocks, host, disk);
  }

  /** A weighted overlap that the tiers say nothing of. */
  Rank effective(double blocks) {
    return estimated(OptionalDouble.of(blocks), cached);
  }

  Rank cached(long tokens) {
    return estimated(effective, OptionalLong.of(tokens));
  }

  private Rank estimated(OptionalDouble newEffective, OptionalLong newCached) {
    return new Rank(
        rank,
        device,
        host,
        disk,
        newEffective,
        newCached,
        sourceEnd,
        hasLoad,
        prefill,
        decode,
        additional,
        requests,
        taints);
  }

  /** The end of the stored source. */
  Rank sourceEnd(int end) {
    return new Rank(
        rank,
        device,
        host,
        disk,
        effective,
        cached,
        OptionalInt.of(end),
        hasLoad,
        prefill,
        decode,
        additional,
        requests,
        taints);
  }

  Rank withoutLoad() {
    return loaded(false, prefill, decode, additional, requests);
  }

  /** Active prefill tokens. */
  Rank prefill(long tokens) {
    return loaded(true, tokens, decode, additional, requests);
  }

  /** Active blocks and those that the request adds. */
  Rank decode(long active, long added) {
    return loaded(true, prefill, active, added, requests);
  }

  Rank decode(long active) {
    return decode(active, 0);
  }

  Rank requests(long active) {
    return loaded(true, prefill, decode, additional, active);
  }

  private Rank loaded(boolean known, long tokens, long active, long added, long count) {
    return new Rank(
        rank, device, host, disk, effective, cached, sourceEnd, known, tokens, active, added, count,
        taints);
  }

  Rank taints(String... names) {
    return new Rank(
        rank,
        device,
        host,
        disk,
        effective,
        cached,
        sourceEnd,
        hasLoad,
        prefill,
        decode,
        additional,
        requests,
        new TreeSet<>(Arrays.asList(names)));
  }

  int frontier() {
    return device + host;
  }
}
