import type { FastifyRequest } from 'fastify'
import * as calls from '#shared/operations/admin-analytics.ts'
import { activityService } from '#server/features/accounts/activity/activity-recorder.ts'
import type { Mount } from '#server/feature.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route, routeBytes } from '#server/http/route.ts'
import { csvOfDays } from './csv.ts'
import { loadAnalytics } from './series.ts'

export const mountAdminAnalytics: Mount = (app, { figuresDb, payments, service }) => {
  const activity = service(activityService)
  const load = (request: FastifyRequest, range: calls.PlatformRange) =>
    loadAnalytics({ db: figuresDb.for(requesterOf(request)), payments }, range)

  route(app, calls.getPlatformAnalytics, ({ query, request }) => load(request, query.days))

  routeBytes(app, calls.getPlatformCsv, async ({ query, request, reply }) => {
    const { days, isSandbox } = await load(request, query.days)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="platform-${query.days}-days.csv"`)
      .header('cache-control', 'no-store')
    return Buffer.from(csvOfDays(days, isSandbox))
  })
  return () => activity.close()
}
