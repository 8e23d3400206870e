package kvproof.events.wire;

/** Why an event does not reach the index; counted under its name in lower case. */
public enum FilterReason {
  UNKNOWN_RANK,
  UNSUPPORTED_OWNERSHIP,
  UNKNOWN_OWNERSHIP,
  IGNORED_EVENT,
  NON_LOCAL_LOCALITY,
  UNKNOWN_MEDIUM,
  UNKNOWN_KIND,
  NON_MAIN_ATTENTION_KIND,
  NON_MAIN_ATTENTION_GROUP,
  UNLEARNED_GROUP_IDX,
  AMBIGUOUS_CACHE_NAMESPACE
}
