import type { IncomingMessage } from 'node:http'

/**
 * The address that a request is routed by. HTTP/1.1 lets a client send the whole of it in the request line; everything
 * behind this sees the path alone. Where no text can be read from a path (`/post/%ff`), nothing is there: it becomes
 * an unknown address of the same kind, so that a browser gets the 404 page, a call the error shape, and both what every
 * answer carries. The router itself would answer before any hook.
 */
export function rewriteUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const local = toPath(url)
  return isReadable(local) ? local : toUnknown(local)
}

function toPath(url: string): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURI(pathOf(url))
    return true
  } catch {
    return false
  }
}

/** One segment, which no page and no call has for a name. */
function toUnknown(url: string): string {
  const kind = url.startsWith('/api/') ? '/api/' : '/'
  return kind + encodeURIComponent(pathOf(url).slice(kind.length))
}

const pathOf = (url: string) => url.split('?')[0] ?? ''
