package kvproof.soak.outside;

import java.util.List;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.soak.run.CaseItinerary.Stop;
import kvproof.soak.run.CaseObserver;
import kvproof.soak.run.RouterTrouble;

/**
 * A case whose lines are on their way, or could not be sent.
 *
 * @param plain what the router is told of it
 * @param stops what is told and asked, in order
 * @param questions how many answers have to come
 * @param unsent why nothing could be sent; absent: all is on its way
 * @param observer sees what becomes of what the router was told
 */
record ToldCase(
    Case plain,
    List<Stop> stops,
    int questions,
    Optional<RouterTrouble> unsent,
    CaseObserver observer) {}
