/** Text that comes line by line, from pipes and files that may hold anything. */
@org.jspecify.annotations.NullMarked
package kvproof.soak.lines;
