import type { IncomingMessage } from 'node:http'

/** HTTP/1.1 lets a client send the whole address in the request line; everything behind this sees the path alone. */
export function rewriteUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
