import * as calls from '#shared/creator-analytics.ts'
import type { Feature } from '#server/feature.ts'
import { requirePro } from '#server/features/users/creator-pro.ts'
import { getOwnVideo } from '#server/features/videos/access.ts'
import { route, routeBytes } from '#server/http/route.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { csvOfDays, csvOfVideos } from './csv.ts'
import { countReached, countVideos, getCounters, listTopVideos } from './queries.ts'
import { loadDays, loadGrowth, loadSeries, periodOf } from './series.ts'

export const creatorAnalytics: Feature = {
  name: 'creator-analytics',
  register(app, context) {
    const { db, payments } = context
    route(app, calls.getCreatorAnalytics, async ({ user }) => {
      const [counters, videos, growth] = await Promise.all([
        getCounters(db, user.id),
        countVideos(db, user.id),
        loadGrowth(context, user.id),
      ])
      return { ...counters, ...videos, ...growth }
    })

    route(app, calls.getAnalyticsSeries, async ({ query, user }) => {
      if (calls.isProRange(query.days)) await requirePro(db, user.id)
      return loadSeries(context, user.id, query.days)
    })

    routeBytes(app, calls.getAnalyticsCsv, async ({ query: { days, table }, user, reply }) => {
      if (calls.isProRange(days)) await requirePro(db, user.id)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="analytics-${table}-${days}.csv"`)
        .header('cache-control', 'no-store')
      return Buffer.from(
        table === 'days'
          ? csvOfDays((await loadDays(context, user.id, days)).days, isSandboxSite(payments))
          : csvOfVideos(await listTopVideos(db, user.id, periodOf(days))),
      )
    })

    route(app, calls.getRetention, async ({ params, user }) => {
      const { video } = await getOwnVideo(db, params.id, user)
      const { playbacks, points } = await countReached(db, video.id, video.duration)
      return { playbacks, points: playbacks < calls.MIN_PLAYBACKS || video.duration <= 0 ? [] : points }
    })
  },
}
