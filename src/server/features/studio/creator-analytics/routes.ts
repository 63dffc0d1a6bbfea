import type { FastifyRequest } from 'fastify'
import * as calls from '#shared/studio/creator-analytics.ts'
import type { Mount } from '#server/feature.ts'
import { requirePro } from '#server/features/accounts/users/creator-pro.ts'
import { getOwnVideo } from '#server/features/videos/videos/access.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route, routeBytes } from '#server/http/route.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { csvOfDays, csvOfVideos } from './csv.ts'
import { countRetention, countVideos, getCounters, listTopVideos } from './queries.ts'
import { loadDays, loadGrowth, loadSeries, periodOf } from './series.ts'

export const mountCreatorAnalytics: Mount = (app, context) => {
  const { db, figuresDb, payments } = context
  const figuresFor = (request: FastifyRequest) => ({ db: figuresDb.for(requesterOf(request)), payments })

  route(app, calls.getCreatorAnalytics, async ({ user, request }) => {
    const figures = figuresFor(request)
    const [counters, videos, growth] = await Promise.all([
      getCounters(db, user.id),
      countVideos(figures.db, user.id),
      loadGrowth(figures, user.id),
    ])
    return { ...counters, ...videos, ...growth }
  })

  route(app, calls.getAnalyticsSeries, async ({ query, user, request }) => {
    if (calls.isProRange(query.days)) await requirePro(db, user.id)
    return loadSeries(figuresFor(request), user.id, query.days)
  })

  routeBytes(app, calls.getAnalyticsCsv, async ({ query: { days, table }, user, request, reply }) => {
    if (calls.isProRange(days)) await requirePro(db, user.id)
    const figures = figuresFor(request)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="analytics-${table}-${days}.csv"`)
      .header('cache-control', 'no-store')
    return Buffer.from(
      table === 'days'
        ? csvOfDays((await loadDays(figures, user.id, days)).days, isSandboxSite(payments))
        : csvOfVideos(await listTopVideos(figures.db, user.id, periodOf(days))),
    )
  })

  route(app, calls.getRetention, async ({ params, user, request }) => {
    const { video } = await getOwnVideo(db, params.id, user)
    const { playbacks, points } = await countRetention(figuresFor(request).db, video.id, video.duration)
    return { playbacks, points: playbacks < calls.MIN_PLAYBACKS || video.duration <= 0 ? [] : points }
  })
}
