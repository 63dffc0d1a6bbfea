import type { IncomingMessage } from 'node:http'
import { parseUrl } from '#shared/text/parse-url.ts'

/**
 * Returns the URL by which a request is routed. HTTP/1.1 allows an absolute URL in the request line, which is reduced
 * to path and query. A path that cannot be decoded (`/post/%ff`) becomes an unknown path of the same kind, so that a
 * browser gets the 404 page, an API client the error body, and both the headers of every response: the router itself
 * would respond before any hook runs.
 */
export function rewriteUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const relative = toRelative(url)
  return isDecodable(relative) ? relative : toUnknown(relative)
}

function toRelative(url: string): string {
  const parsed = url.startsWith('/') ? null : parseUrl(url)
  return parsed ? parsed.pathname + parsed.search : url
}

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURI(pathOf(url))
    return true
  } catch {
    return false
  }
}

/** Encodes the path as one segment, which no page and no API route has. */
function toUnknown(url: string): string {
  const kind = url.startsWith('/api/') ? '/api/' : '/'
  return kind + encodeURIComponent(pathOf(url).slice(kind.length))
}

const pathOf = (url: string) => url.split('?')[0] ?? ''
