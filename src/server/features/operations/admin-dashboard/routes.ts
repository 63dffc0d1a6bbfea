import {
  type DashboardStats,
  RECENT_DAYS,
  getDashboard,
  getHealth,
} from '#shared/operations/admin-dashboard.ts'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import type { Db } from '#server/db/executor.ts'
import type { Mount } from '#server/feature.ts'
import { countByRole } from '#server/features/operations/admin-users/queries.ts'
import { mediaEndpointOf } from '#server/features/live/live-status/media-addresses.ts'
import { liveStatsService } from '#server/features/live/live-status/live-stats.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'
import { createHealthChecks } from './health-checks.ts'
import { countOpenMessages, countPosts, countSignups, countStreams } from './queries.ts'
import { runChecks } from './run-checks.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const mountAdminDashboard: Mount = (app, context) => {
  const { config, figuresDb, log } = context
  const readPosts = ttlCache(config.countsMs, () => countPosts(figuresDb.for('admin-dashboard')))

  route(app, getDashboard, async ({ request }) => {
    const [totalPosts, stats] = await Promise.all([
      readPosts(),
      readStats(figuresDb.for(requesterOf(request))),
    ])
    return { totalPosts, ...stats }
  })

  const checks = createHealthChecks({ ...context, liveStats: context.service(liveStatsService) })
  route(app, getHealth, async ({ request }) => ({
    checks: await runChecks(checks(request.hostname), log),
    mediaPorts: mediaEndpointOf(config).ports,
  }))
}

async function readStats(db: Db): Promise<Omit<DashboardStats, 'totalPosts'>> {
  const since = new Date(Date.now() - RECENT_DAYS * DAY_MS)
  const [groups, recentSignups, streams, openMessages] = await Promise.all([
    countByRole(db),
    countSignups(db, since),
    countStreams(db),
    countOpenMessages(db),
  ])
  const sum = (counted: typeof groups) => counted.reduce((total, { count }) => total + count, 0)
  return {
    totalUsers: sum(groups),
    activeUsers: sum(groups.filter(({ isActive }) => isActive)),
    totalStreams: streams.total,
    liveStreams: streams.live,
    recentSignups,
    openMessages,
  }
}
