package kvproof.router.load;

/** What a booking on a rank without a slot does. */
public enum UnknownRank {
  /** The rank gets its slot on the way. */
  REGISTER,
  /** Nothing is booked. */
  REFUSE
}
