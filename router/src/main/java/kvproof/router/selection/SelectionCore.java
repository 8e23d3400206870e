package kvproof.router.selection;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError.NotReady;
import kvproof.model.SelectionRequest;
import kvproof.router.membership.LoraFilter;
import kvproof.router.membership.PublishedPartition;
import kvproof.router.policy.PolicyFactory;
import kvproof.router.queue.Submission;
import kvproof.router.selection.BookClaims.Claim;
import org.jspecify.annotations.Nullable;

/**
 * All partitions of one host: sends each request to its own, and knows every reserved id.
 *
 * <p>For one thread at a time.
 */
public final class SelectionCore {
  private final SortedMap<PartitionKey, Partition> partitions = new TreeMap<>();
  private final SortedMap<PartitionKey, PublishedPartition> published = new TreeMap<>();
  private final BookClaims claims = new BookClaims();
  private final Consumer<String> warnings;

  /**
   * @param warnings told, once each, of what works less well than configured
   */
  public SelectionCore(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /**
   * Opens a partition; its workers are those that were {@linkplain #publish published} already.
   *
   * <p>Throws {@link IllegalArgumentException} if there is one of this key, or if its policy may
   * not be used; then nothing of it stays.
   */
  public Partition open(
      PartitionSettings settings, PolicyFactory factory, PartitionResources resources) {
    PartitionKey key = settings.key();
    if (partitions.containsKey(key)) {
      throw new IllegalArgumentException("partition " + key + " is open already");
    }
    Partition opened = Partition.open(settings, factory, resources, claims, warnings);
    partitions.put(key, opened);
    @Nullable PublishedPartition known = published.get(key);
    if (known != null) {
      opened.publish(known);
    }
    return opened;
  }

  /** Takes what a catalog publishes; kept for a partition that is not open yet. */
  public void publish(PublishedPartition publication) {
    published.put(publication.key(), publication);
    partition(publication.key()).ifPresent(known -> known.publish(publication));
  }

  /** Empty if there is none of this key. */
  public Optional<Partition> partition(PartitionKey key) {
    return Optional.ofNullable(partitions.get(key));
  }

  /** Refuses a request whose partition is not open, or has no worker that can be scheduled. */
  public void submit(PartitionKey key, Submission submission, SelectionListener listener) {
    Optional<Partition> ready = partition(key).filter(known -> known.workers().workerCount() > 0);
    if (ready.isPresent()) {
      ready.get().submit(submission, listener);
    } else {
      listener.refused(new Refused(submission.request().id(), new NotReady()));
    }
  }

  /** A request with an adapter: its allow-list is narrowed to the workers for it. */
  public void submit(
      PartitionKey key,
      String adapter,
      LoraFilter filter,
      Submission submission,
      SelectionListener listener) {
    @Nullable PublishedPartition known = published.get(key);
    SelectionRequest request = submission.request();
    submit(
        key,
        known == null
            ? submission
            : submission.with(request.with(filter.narrow(request.constraints(), adapter, known))),
        listener);
  }

  /** Whether the id is reserved, in whatever partition, answered or not. */
  public boolean isReserved(String id) {
    return claims.isLive(id);
  }

  /** Ends a reservation; false if none of this id was answered yet. */
  public boolean free(String id) {
    return reserved(id).map(holder -> released(holder, id)).isPresent();
  }

  private static Partition released(Partition holder, String id) {
    holder.release(id);
    return holder;
  }

  /** Notes that the prefill of a reservation is over, once or again; false as for {@link #free}. */
  public boolean completePrefill(String id) {
    Optional<Partition> holder = reserved(id);
    holder.ifPresent(known -> known.completePrefill(id));
    return holder.isPresent();
  }

  /** Where a reservation is that was answered. */
  private Optional<Partition> reserved(String id) {
    return claims.of(id).filter(Claim::isAnswered).map(Claim::holder);
  }

  /** Lets time pass in every partition. */
  public void advanceTo(long nanos) {
    partitions.values().forEach(known -> known.advanceTo(nanos));
  }

  /** Refuses what is parked anywhere, and what comes from now on. */
  public void shutDown() {
    partitions.values().forEach(Partition::shutDown);
  }
}
