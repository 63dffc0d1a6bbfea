/** The longest host name that DNS allows. */
const MAX_HOST_LENGTH = 253

const LONG_HOST = new RegExp(`^https?:[\\\\/]*[^\\\\/?#]{${MAX_HOST_LENGTH + 1}}`, 'i')

/**
 * Whether an http(s) URL has a host that is longer than DNS allows. Must be checked before the URL is parsed: the time
 * of encoding a host with letters outside of ASCII grows with the square of its length. Credentials before the host
 * count towards its length.
 */
export function hasLongHost(url: string): boolean {
  // The URL parser ignores such characters.
  return LONG_HOST.test(url.replace(/[\p{Cc}\s]/gu, ''))
}
