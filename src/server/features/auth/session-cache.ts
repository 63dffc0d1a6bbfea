import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Executor } from '#server/db/executor.ts'
import { RowCache } from '#server/db/row-cache.ts'
import { findUserById } from '#server/features/users/queries.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { type StoredSession, findSession } from './queries.ts'

/** Members and sessions in memory; a member's row takes some kB. */
const MOST = 5000

/** Who is signed in, as nearly every call asks. */
export class SessionCache {
  readonly #sessions: RowCache<StoredSession>
  readonly #members: RowCache<UserRow>

  constructor(db: Executor, changes: RowChangeListener) {
    this.#sessions = new RowCache(changes, 'sessions', { max: MOST, load: (sid) => findSession(db, sid) })
    this.#members = new RowCache(changes, 'users', { max: MOST, load: (id) => findUserById(db, id) })
  }

  /** A session that has not run out, by the hash of its id. */
  async session(sid: string): Promise<StoredSession | undefined> {
    const found = await this.#sessions.find(sid)
    return found && found.expire.getTime() > Date.now() ? found : undefined
  }

  /** A member as the database has it now; undefined for one who was deactivated. */
  async member(id: string): Promise<UserRow | undefined> {
    const row = await this.#members.find(id)
    return row?.isActive ? row : undefined
  }

  /** After a change made here, for whoever asks right afterwards. */
  forgetMember(id: string): void {
    this.#members.forget(id)
  }

  forgetSession(sid: string): void {
    this.#sessions.forget(sid)
  }
}
