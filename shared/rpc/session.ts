/**
 * The proof of a page served to a browser besides its cookie. A browser sends cookies to every port of a host name, and so
 * to servers of other users on the same machine; stored values belong to one port alone.
 */

/** Name in the page's local storage. */
export const storedKey = 'hagstone-session-key'
/**
 * Name of the cookie with the port of the host whose address this browser opened last. No secret: pages of a host that has
 * ended read it, and link to that one.
 */
export const newestHost = 'hagstone-newest-host'
/** Parameter of the WebSocket's address. */
export const keyParameter = 'key'
