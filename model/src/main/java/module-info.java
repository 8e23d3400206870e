/** Values that everything else speaks of; depends on nothing of kvproof. */
@org.jspecify.annotations.NullMarked
module kvproof.model {
  requires static transitive org.jspecify;
  requires transitive com.fasterxml.jackson.databind;
  requires hash4j;
  requires org.bouncycastle.provider;

  exports kvproof.model;
  exports kvproof.model.casetext;
  exports kvproof.model.identity;
  exports kvproof.model.machine;
  exports kvproof.model.transfer;
}
