package kvproof.mocknixl.net;

/** What waits for its turn on a connection: a transfer, or a notification. */
sealed interface Outgoing permits Posting, Message {}
