import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Sockets } from '#server/realtime/sockets.ts'

/** Registers response times, labelled by route pattern: request URLs would create unlimited time series. */
export function registerRequestMetrics(app: FastifyInstance, registry: Registry, sockets: Sockets): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'unknown'
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  new Gauge({
    name: 'sockets_open',
    help: 'Open sockets of members and visitors.',
    registers: [registry],
    collect() {
      this.set(sockets.count)
    },
  })
}
