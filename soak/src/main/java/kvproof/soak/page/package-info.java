/**
 * What every page that kvproof writes is made of: markup, the frame of a page, and its looks.
 *
 * <p>A page is one file that loads nothing and runs no script. Nothing here knows what is shown.
 */
package kvproof.soak.page;
