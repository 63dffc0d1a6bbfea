import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Executor } from '#server/db/executor.ts'
import { RowCache } from '#server/db/row-cache.ts'
import { findUserById } from '#server/features/users/queries.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { type StoredSession, findSession } from './queries.ts'

/** Cached rows per table; a user's row takes a few kB. */
const MAX_ROWS = 5000

/** Caches sessions and users, which nearly every request needs, until a row changes. */
export class SessionCache {
  readonly #sessions: RowCache<StoredSession>
  readonly #users: RowCache<UserRow>

  constructor(db: Executor, changes: RowChangeListener) {
    this.#sessions = new RowCache(changes, 'sessions', { max: MAX_ROWS, load: (sid) => findSession(db, sid) })
    this.#users = new RowCache(changes, 'users', { max: MAX_ROWS, load: (id) => findUserById(db, id) })
  }

  /** Returns an unexpired session; `sid` is the hash of its id. */
  async findSession(sid: string): Promise<StoredSession | undefined> {
    const found = await this.#sessions.find(sid)
    return found && found.expire.getTime() > Date.now() ? found : undefined
  }

  /** Returns a user's current row; undefined for a deactivated user. */
  async findUser(id: string): Promise<UserRow | undefined> {
    const row = await this.#users.find(id)
    return row?.isActive ? row : undefined
  }

  /** Called after this process changed the row: the next request must not wait for the database's notification. */
  invalidateUser(id: string): void {
    this.#users.invalidate(id)
  }

  invalidateSession(sid: string): void {
    this.#sessions.invalidate(sid)
  }
}
