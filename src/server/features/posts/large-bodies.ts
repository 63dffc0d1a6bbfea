import type { FastifyInstance } from 'fastify'
import { createPost } from '#shared/posts.ts'
import type { Rate, RateLimits } from '#server/http/rate-limits.ts'

/** What a post needs whose file was sent before it. */
const USUAL_BYTES = 256 * 1024
const LARGE: Rate = { name: 'largePosts', points: 30, seconds: 10 * 60 }

/**
 * Counts posts that bring their file as a data-URL before they are read: parsing one takes the whole server a while,
 * also when nothing comes of it. Throws 429.
 */
export function limitLargeBodies(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async ({ routeOptions, headers, user }) => {
    if (routeOptions.config.endpoint !== createPost || !user) return
    // Whoever does not say how much it is may send as much as is allowed.
    if (Number(headers['content-length'] ?? Infinity) > USUAL_BYTES) await limits.take(LARGE, user.id)
  })
}
