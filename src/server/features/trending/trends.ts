import type { Trend } from '#shared/trending.ts'
import type { Db } from '#server/db/executor.ts'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import { listTagsBeginning, listTrends } from './queries.ts'

const WINDOW_MS = 7 * 24 * 60 * 60 * 1000
/** As many as anyone may ask for, and some more to suggest while somebody types. */
const KEPT = 200

export type Trends = ReturnType<typeof createTrends>

/** What is talked about these days, counted at most once in `keepMs`. */
export function createTrends(db: Db, keepMs: number) {
  const kept = ttlCache(keepMs, () => listTrends(db, new Date(Date.now() - WINDOW_MS), KEPT))
  return {
    async top(limit: number): Promise<Trend[]> {
      return (await kept()).slice(0, limit)
    },

    /** Hashtags that begin with this folded text, those that trend first; `postsCount` is of all times. */
    async beginning(text: string, limit: number): Promise<Trend[]> {
      const popular = (await kept()).map(({ tag }) => tag).filter((tag) => tag.startsWith(text))
      return listTagsBeginning(db, text, popular.slice(0, limit), limit)
    },
  }
}
