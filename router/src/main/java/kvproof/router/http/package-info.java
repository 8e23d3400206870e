/**
 * What an HTTP host says and hears: parts of request bodies, and answers to requests that failed.
 *
 * <p>Texts in, values out, and the other way round. Sockets and routes are the host's.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.http;
