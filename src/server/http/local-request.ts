import type { FastifyRequest } from 'fastify'

const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'via',
]
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/**
 * True for a request of this very machine: a loopback address, no trace of a proxy, and a loopback name in the
 * address bar (a foreign name that resolves to loopback would let any web page register the first account). A site
 * whose public address is another stands behind a proxy, even one that leaves no trace.
 */
export function isFromThisMachine(request: FastifyRequest, publicUrl: URL): boolean {
  if (!LOOPBACK_NAME.test(publicUrl.host)) return false
  if (!LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '')) return false
  if (FORWARDED.some((header) => request.headers[header] !== undefined)) return false
  return LOOPBACK_NAME.test(request.headers.host ?? '')
}
