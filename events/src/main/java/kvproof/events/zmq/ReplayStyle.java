package kvproof.events.zmq;

/** Which frames a reply to a replay request has, behind the empty delimiter. */
public enum ReplayStyle {
  /** Topic, sequence, payload. */
  VLLM,
  /** Sequence, payload. */
  SGLANG
}
