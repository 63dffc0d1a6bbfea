/**
 * Parses an absolute URL, or one relative to `base`; null if it is invalid. Used instead of `URL.canParse`, which in
 * Node 20 returns false for URLs with letters such as ü once V8 has optimised the call.
 */
export function parseUrl(url: string, base?: string | URL): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
