package kvproof.router.policy;

/** What made an agent send this request. */
public enum InputTrigger {
  USER_MESSAGE,
  TOOL_RESULT,
  OTHER
}
