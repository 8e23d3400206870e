/**
 * MessagePack values to and from bytes, for bytes that anybody may have sent.
 *
 * <p>Reading is bounded in time, memory and depth by the length of the bytes. What a value means is
 * not decided here.
 */
package kvproof.events.msgpack;
