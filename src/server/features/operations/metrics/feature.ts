import { defineFeature } from '#server/feature.ts'
import { mountMetrics } from './routes.ts'

/**
 * `/metrics` in Prometheus' text format: the process, its requests and sockets, the live engine and its streams, the jobs.
 * Access from this machine, or with the operator's token.
 */
export const metricsFeature = defineFeature({
  name: 'metrics',
  routes: mountMetrics,
})
