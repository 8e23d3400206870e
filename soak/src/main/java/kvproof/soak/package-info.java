/**
 * The command line: one class per command, and what they share.
 *
 * <p>{@link kvproof.soak.SoakMain} puts the commands together. What they run is in the packages
 * below; nothing below prints or ends the process.
 */
package kvproof.soak;
