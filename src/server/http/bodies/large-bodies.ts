import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { limit } from '#shared/settings/limits.ts'
import { rateLimited } from '#server/http/errors.ts'
import { LargeBodySlots } from './large-body-slots.ts'
import { type RateLimits, addressKey, rateOf } from '#server/http/rates/rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs a job that uses the body: the body keeps its slot until then, even if the client has disconnected. */
    withBodySlot<T>(job: () => Promise<T>): Promise<T>
  }
}

/** A larger body needs a slot; enough for the longest text with every character escaped. */
const LARGE_BYTES = 64 * 1024
/** The same for endpoints whose body can include a file. */
const LARGE_BYTES_WITH_FILE = 256 * 1024
const LARGE_BODY_RATE = rateOf('largeBodies')
/** Retry-After for a caller that got no slot. */
const RETRY_SECONDS = 5

/**
 * Limits large bodies before they are read: each uses up to three times its length of memory, and parsing it blocks the
 * event loop, even if it is invalid. A user can send one at a time, and all together a few; others are refused (429) with
 * their bodies unread. A body that arrives slowly gives way to another one (408).
 */
export function limitLargeBodies(app: FastifyInstance, limits: RateLimits): void {
  const slots = new LargeBodySlots()
  app.decorateRequest('withBodySlot', async function (this: FastifyRequest, job) {
    slots.retain(this)
    try {
      return await job()
    } finally {
      slots.release(this)
    }
  })
  app.addHook('onRequest', async (request, reply: FastifyReply) => {
    const { endpoint } = request.routeOptions.config
    const bytes = announcedBytes(request)
    if (!endpoint?.body || bytes <= largeBytes(endpoint)) return
    // The parser refuses it unread.
    if (bytes > maxBodyBytes(request)) return
    const caller = request.user?.id ?? addressKey(request.ip)
    request.bodySignal = slots.acquire(request, caller, bytes)
    if (!request.bodySignal) throw rateLimited(RETRY_SECONDS)
    // Also fires if the client has disconnected during the session lookup.
    finished(reply.raw, () => slots.release(request))
    await limits.consume(LARGE_BODY_RATE, caller)
  })
}

/**
 * Returns the most bytes that are read of a body. A body may be larger than one that needs no slot only if it can contain
 * a file, or if its length is declared and only users may send it: an unknown length cannot be counted before it is read,
 * and a body without an endpoint has no slot.
 */
export function maxBodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const { endpoint } = routeOptions.config
  const mayBeLarge =
    endpoint?.bodyBytes ||
    (endpoint && headers['content-length'] !== undefined && endpoint.access !== 'anyone')
  return mayBeLarge ? routeOptions.bodyLimit : Math.min(routeOptions.bodyLimit, LARGE_BYTES)
}

type Body = Pick<Endpoint, 'bodyBytes'>

const largeBytes = ({ bodyBytes }: Body) => (bodyBytes ? LARGE_BYTES_WITH_FILE : LARGE_BYTES)

/** Returns how many bytes a body may have: its content-length, or the limit if its length is unknown. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const { endpoint } = routeOptions.config
  if (headers['content-length'] !== undefined)
    return Math.min(Number(headers['content-length']), routeOptions.bodyLimit)
  return headers['transfer-encoding'] !== undefined && endpoint?.bodyBytes ? limit(endpoint.bodyBytes) : 0
}
