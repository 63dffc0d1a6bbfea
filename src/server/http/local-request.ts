import type { FastifyRequest } from 'fastify'

const PROXY_HEADERS = [
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
 * Whether a request comes from this machine: a loopback address, no header of a proxy, and a loopback name in `Host`
 * (DNS rebinding: another name that resolves to loopback would let any web page register the first account). Always
 * false when `publicUrl` is not on loopback: the site is then behind a proxy, which may not set a header.
 */
export function isFromThisMachine(request: FastifyRequest, publicUrl: URL): boolean {
  if (!LOOPBACK_NAME.test(publicUrl.host)) return false
  if (!LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '')) return false
  if (PROXY_HEADERS.some((header) => request.headers[header] !== undefined)) return false
  return LOOPBACK_NAME.test(request.headers.host ?? '')
}
