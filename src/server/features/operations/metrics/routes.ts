import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { liveStatsService } from '#server/features/live/live-status/live-stats.ts'
import type { Config } from '#server/config.ts'
import type { Mount } from '#server/feature.ts'
import { getBearerToken } from '#server/http/bearer.ts'
import { notFound } from '#server/http/errors.ts'
import { isFromThisMachine } from '#server/http/local-request.ts'
import { registerJobMetrics } from './job-metrics.ts'
import { registerLiveMetrics } from './live-metrics.ts'
import { registerRequestMetrics } from './request-metrics.ts'

export const mountMetrics: Mount = (app, { config, db, nodeId, sockets, service }) => {
  const liveStats = service(liveStatsService)
  const registry = new Registry()
  const observeProcess = once(() => collectDefaultMetrics({ register: registry }))
  registerRequestMetrics(app, registry, sockets)
  registerLiveMetrics(registry, liveStats)
  registerJobMetrics(registry, { db, nodeId })
  app.get('/metrics', { config: { access: 'anyone' }, logLevel: 'warn' }, async (request, reply) => {
    if (!canRead(request, config)) throw notFound()
    observeProcess()
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

function canRead(request: FastifyRequest, { metricsToken, publicUrl }: Config): boolean {
  if (isFromThisMachine(request, publicUrl)) return true
  const token = getBearerToken(request)
  return metricsToken !== null && token !== null && timingSafeEqual(digest(token), digest(metricsToken))
}

/**
 * Calls `act` the first time. Observing the delay of the event loop wakes the process a hundred times a second: more than
 * all else that an idle app does, and for nothing where no one reads metrics.
 */
function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

/** Hashes to equal lengths, which `timingSafeEqual` requires. */
const digest = (text: string) => createHash('sha256').update(text).digest()
