import { createHash } from 'node:crypto'
import type { FastifySessionOptions } from '@fastify/session'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import type { SessionRecord } from './schema.ts'
import { deleteSession, findSession, updateSession, upsertSession } from './queries.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    /** When the session was last extended, ISO. */
    touchedAt?: string
    /** What the browser that signed in calls itself, and when it did, ISO. */
    userAgent?: string
    createdAt?: string
    /** Read with the session, never written back. */
    member?: Caller | null
    /** When it runs out; the library's cookie is as new at every request. Read with the session too. */
    endsAt?: number
  }
}

type Store = NonNullable<FastifySessionOptions['store']>

/** Keeps sessions in PostgreSQL under the hash of their id, and reads each together with its member. */
export function createSessionStore(db: Executor): Store {
  return {
    set(sid, session, callback) {
      const { cookie } = session
      const expire = new Date(cookie.expires ?? Date.now())
      const record = recordOf(session)
      // One that is only extended may have been ended meanwhile, elsewhere: it must not come back.
      const store = record.touchedAt ? updateSession : upsertSession
      store(db, hashSid(sid), record, expire).then(() => callback(), callback)
    },
    get(sid, callback) {
      findSession(db, hashSid(sid)).then(
        (found) => {
          if (!found) return callback(null, null)
          const { sess, expire, member } = found
          const session = { ...sess, member, endsAt: expire.getTime() }
          // Boundary: the record is what `set` stored, in the library's own cookie form.
          callback(null, session as unknown as Parameters<typeof callback>[1])
        },
        (error: unknown) => callback(error),
      )
    },
    destroy(sid, callback) {
      deleteSession(db, hashSid(sid)).then(() => callback(), callback)
    },
  }
}

function recordOf({
  cookie,
  userId,
  touchedAt,
  userAgent,
  createdAt,
}: Parameters<Store['set']>[1]): SessionRecord {
  return {
    cookie,
    ...(userId && { userId }),
    ...(touchedAt && { touchedAt }),
    ...(userAgent && { userAgent }),
    ...(createdAt && { createdAt }),
  }
}

export function hashSid(sid: string): string {
  return createHash('sha256').update(sid).digest('hex')
}
