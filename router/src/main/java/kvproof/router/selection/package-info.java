/**
 * From a request to a booked worker with its hint: partitions with their index, policy and queue,
 * and the core that sends each request to its own.
 *
 * <p>Ties the parts together and answers; who is eligible, what a rank costs and who waits is
 * decided in the packages below. Everything runs on a time that the host tells, on one thread at a
 * time.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.selection;
