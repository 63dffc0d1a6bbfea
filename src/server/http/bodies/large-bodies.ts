import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { limit } from '#shared/settings/limits.ts'
import { rateLimited } from '#server/http/errors.ts'
import { LargeBodySlots } from './large-body-slots.ts'
import { type RateLimits, addressKey, rateOf } from '#server/http/rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Does what a body asks for; the body counts as in memory until then, even if its sender has left meanwhile. */
    holdBody<T>(job: () => Promise<T>): Promise<T>
  }
}

/** Bytes of a usual body: the largest text with every character escaped; and of one that may have a file in it. */
const USUAL_BYTES = 64 * 1024
const USUAL_BYTES_WITH_FILE = 256 * 1024
const LARGE = rateOf('largeBodies')
/** When a caller who found no room may ask again. */
const RETRY_SECONDS = 5

/**
 * Counts large bodies before they are read: each takes up to three times its length of memory, and parsing it takes the
 * whole server a while, also when nothing comes of it. A member, or a visitor's address, has one under way at a time,
 * and all of them a few; others are refused (429) with their bodies unread.
 */
export function limitLargeBodies(app: FastifyInstance, limits: RateLimits): void {
  const places = new LargeBodySlots()
  app.decorateRequest('holdBody', async function (this: FastifyRequest, job) {
    places.keep(this)
    try {
      return await job()
    } finally {
      places.release(this)
    }
  })
  app.addHook('onRequest', async (request, reply: FastifyReply) => {
    const { endpoint } = request.routeOptions.config
    const bytes = announcedBytes(request)
    if (!endpoint?.body || bytes <= usualBytes(endpoint)) return
    const caller = request.user?.id ?? addressKey(request.ip)
    if (!places.acquire(request, caller, bytes)) throw rateLimited(RETRY_SECONDS)
    // Also for a sender who left while its session was looked up.
    finished(reply.raw, () => places.release(request))
    await limits.consume(LARGE, caller)
  })
}

/**
 * The most bytes that are read of a body. A call that takes no file is usually small: a body of unknown length, which
 * could not be counted before it is read, is taken up to that.
 */
export function maxBodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const { endpoint } = routeOptions.config
  const isCounted = headers['content-length'] !== undefined || !endpoint || endpoint.bodyBytes
  return isCounted ? routeOptions.bodyLimit : Math.min(routeOptions.bodyLimit, usualBytes(endpoint))
}

type Body = Pick<Endpoint, 'bodyBytes'>

const usualBytes = ({ bodyBytes }: Body) => (bodyBytes ? USUAL_BYTES_WITH_FILE : USUAL_BYTES)

/** A body of unknown length may become as long as is taken; more than that is refused unread. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const { endpoint } = routeOptions.config
  if (headers['content-length'] !== undefined)
    return Math.min(Number(headers['content-length']), routeOptions.bodyLimit)
  return headers['transfer-encoding'] !== undefined && endpoint?.bodyBytes ? limit(endpoint.bodyBytes) : 0
}
