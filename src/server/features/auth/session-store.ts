import { createHash } from 'node:crypto'
import type { FastifySessionOptions } from '@fastify/session'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { deleteSession, findSession, upsertSession } from './queries.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    /** When the session was last extended, ISO. */
    touchedAt?: string
    /** Read with the session, never written back. */
    member?: Caller | null
  }
}

type Store = NonNullable<FastifySessionOptions['store']>

/** Keeps sessions in PostgreSQL under the hash of their id, and reads each together with its member. */
export function createSessionStore(db: Executor): Store {
  return {
    set(sid, session, callback) {
      const { userId, touchedAt, cookie } = session
      const expire = new Date(cookie.expires ?? Date.now())
      const record = { cookie, ...(userId && { userId }), ...(touchedAt && { touchedAt }) }
      upsertSession(db, hashSid(sid), record, expire).then(() => callback(), callback)
    },
    get(sid, callback) {
      findSession(db, hashSid(sid)).then(
        (found) => {
          if (!found) return callback(null, null)
          // Boundary: the record is what `set` stored, in the library's own cookie form.
          callback(null, { ...found.sess, member: found.member } as unknown as Parameters<typeof callback>[1])
        },
        (error: unknown) => callback(error),
      )
    },
    destroy(sid, callback) {
      deleteSession(db, hashSid(sid)).then(() => callback(), callback)
    },
  }
}

export function hashSid(sid: string): string {
  return createHash('sha256').update(sid).digest('hex')
}
