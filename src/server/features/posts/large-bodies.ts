import { PassThrough, type Readable, finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limit } from '#shared/limits.ts'
import { createPost } from '#shared/posts.ts'
import { HttpError, rateLimited, unauthorized } from '#server/http/errors.ts'
import type { Rate, RateLimits } from '#server/http/rate-limits.ts'
import { LargePlaces } from './large-places.ts'

/** What a post needs whose file was sent before it. */
const USUAL_BYTES = 256 * 1024
const LARGE: Rate = { name: 'largePosts', points: 30, seconds: 10 * 60 }
/** How long one may take to arrive, in milliseconds: the largest in a line of 7 Mbit/s. Slower ones are for uploads. */
const ARRIVAL_MS = 30_000
/** When who found no place may ask again. */
const RETRY_SECONDS = 5

/** Does what a body asks for; it counts as being in memory until then, also when nobody waits for the answer any more. */
type Working = <T>(request: FastifyRequest, job: () => Promise<T>) => Promise<T>

/**
 * Counts posts that bring their file as a data-URL before they are read: each takes three times its length of memory,
 * and parsing it takes the whole server a while, also when nothing comes of it. A member has one under way at a time,
 * and all of them a few; others are refused (429) with their bodies unread. What arrives too slowly is given up (408).
 */
export function limitLargeBodies(app: FastifyInstance, limits: RateLimits, arrivalMs = ARRIVAL_MS): Working {
  const places = new LargePlaces()
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const { user } = request
    if (!user) throw unauthorized()
    const bytes = announcedBytes(request)
    if (bytes <= USUAL_BYTES) return
    if (!places.take(request, user.id, bytes)) throw rateLimited(RETRY_SECONDS)
    // Also for one whose sender left while its session was looked up.
    finished(reply.raw, () => places.giveBack(request))
    await limits.take(LARGE, user.id)
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint !== createPost) return
    route.onRequest = enter
    route.preParsing = async (request, _reply, payload) =>
      places.has(request) ? arriving(payload, arrivalMs) : payload
  })
  return async (request, job) => {
    places.keep(request)
    try {
      return await job()
    } finally {
      places.giveBack(request)
    }
  }
}

/** Whoever does not say how much it is may send as much as is allowed; more is refused unread. */
function announcedBytes({ headers }: FastifyRequest): number {
  return Math.min(Number(headers['content-length'] ?? Infinity), limit('postBytes'))
}

/** A body as it comes, for so long; its reader is told of whatever goes wrong on the way. */
function arriving(payload: Readable, ms: number): Readable {
  const body = new PassThrough()
  const giveUp = () => {
    payload.unpipe(body)
    body.destroy(new HttpError(408, 'invalid', 'uploads.tooSlow'))
  }
  const timer = setTimeout(giveUp, ms)
  body.on('close', () => clearTimeout(timer))
  // Who reads it may have turned away already.
  body.on('error', () => {})
  return payload.on('error', (error) => body.destroy(error)).pipe(body)
}
