package kvproof.router.index;

/** 64 bytes that nobody reads, laid out before the fields of a subclass. */
abstract class PaddingBefore {
  long before0;
  long before1;
  long before2;
  long before3;
  long before4;
  long before5;
  long before6;
  long before7;
}
