import type { Context } from '#server/feature.ts'
import { defineService } from '#server/services.ts'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Executor } from '#server/db/executor.ts'
import { RowCache } from '#server/db/row-cache.ts'
import type { SessionUser, UserCounts, UserRow } from '#server/features/accounts/users/schema.ts'
import { type StoredSession, findSession, findSessionUser, findUserCounts } from './queries.ts'

/** Cached rows per table; a user's row takes a few kB. */
const MAX_ROWS = 5000

/**
 * Caches sessions and users, which nearly every request needs, until a row changes. The counts of a user have a cache of
 * their own: a follow or a view evicts these four numbers, and leaves the user.
 */
export class SessionCache {
  readonly #sessions: RowCache<StoredSession>
  readonly #users: RowCache<SessionUser>
  readonly #counts: RowCache<UserCounts>

  constructor(db: Executor, changes: RowChangeListener) {
    this.#sessions = new RowCache(changes, 'sessions', { max: MAX_ROWS, load: (sid) => findSession(db, sid) })
    this.#users = new RowCache(changes, 'users', { max: MAX_ROWS, load: (id) => findSessionUser(db, id) })
    this.#counts = new RowCache(changes, 'user_counts', {
      max: MAX_ROWS,
      load: (id) => findUserCounts(db, id),
    })
  }

  /** Returns an unexpired session; `sid` is the hash of its id. */
  async findSession(sid: string): Promise<StoredSession | undefined> {
    const found = await this.#sessions.find(sid)
    return found && found.expire.getTime() > Date.now() ? found : undefined
  }

  /** Returns a user's current row without the counts; undefined for a deactivated user. */
  async findUser(id: string): Promise<SessionUser | undefined> {
    const row = await this.#users.find(id)
    return row?.isActive ? row : undefined
  }

  /** Returns a user's current row; undefined for a deactivated user. */
  async findUserWithCounts(id: string): Promise<UserRow | undefined> {
    const user = await this.findUser(id)
    const counts = user && (await this.#counts.find(id))
    return counts && { ...user, ...counts }
  }

  /** Called after this process changed the row: the next request must not wait for the database's notification. */
  invalidateUser(id: string): void {
    this.#users.invalidate(id)
    this.#counts.invalidate(id)
  }

  invalidateSession(sid: string): void {
    this.#sessions.invalidate(sid)
  }
}

export const sessionCacheService = defineService(
  'sessions',
  ({ db, rowChanges }: Pick<Context, 'db' | 'rowChanges'>) => new SessionCache(db, rowChanges),
)
