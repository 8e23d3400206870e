package kvproof.router.queue;

import java.util.Optional;
import kvproof.model.SchedulerSettings;
import kvproof.router.load.ActiveSequences;
import kvproof.router.load.LoadTracking;
import kvproof.router.policy.WorkerSelectionPolicy;

/**
 * What a queue is made of; nobody else may change any of it, but the index and the clock.
 *
 * @param tracking what of a request is booked
 * @param sequences without ranks
 * @param clock where the queue starts; goes on from there
 * @param draws what the policy draws
 * @param refresher looks waiting requests up again; absent: nobody does
 * @param observer is told of worse overlap; absent: nobody is
 */
public record QueueParts(
    SchedulerSettings settings,
    LoadTracking tracking,
    WorkerSelectionPolicy policy,
    OverlapIndex index,
    ActiveSequences sequences,
    VirtualClock clock,
    DrawLog draws,
    Optional<OverlapRefresher> refresher,
    Optional<OverlapObserver> observer) {}
