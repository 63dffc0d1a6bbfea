import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import type { Trend } from '#shared/discovery/trending.ts'
import type { Db } from '#server/db/executor.ts'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import { listTagsByPrefix, listTrends } from './queries.ts'

const WINDOW_MS = 7 * 24 * 60 * 60 * 1000
/** More than the longest page of trends, so that suggestions by prefix can be ranked, too. */
const MAX_TRENDS = 200

export type Trends = ReturnType<typeof createTrends>

/** The hashtags of the last seven days, counted at most once every `ttlMs`. */
function createTrends(db: Db, ttlMs: number) {
  const cachedTrends = ttlCache(ttlMs, () => listTrends(db, new Date(Date.now() - WINDOW_MS), MAX_TRENDS))
  return {
    async listTop(limit: number): Promise<Trend[]> {
      return (await cachedTrends()).slice(0, limit)
    },

    /** Hashtags that begin with the folded `prefix`, trending ones first; `postsCount` has no time window. */
    async listWithPrefix(prefix: string, limit: number): Promise<Trend[]> {
      const popular = (await cachedTrends()).map(({ tag }) => tag).filter((tag) => tag.startsWith(prefix))
      return listTagsByPrefix(db, prefix, popular.slice(0, limit), limit)
    },
  }
}

export const trendsService = defineService('trends', ({ config, db }: Pick<Context, 'config' | 'db'>) =>
  createTrends(db, config.countsMs),
)
