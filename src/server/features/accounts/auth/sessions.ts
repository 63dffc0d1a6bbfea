import { createHash, randomBytes } from 'node:crypto'
import { finished } from 'node:stream'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CLOSE_CODES, USER_ID_HEADER } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import type { ActivityRecorder } from '#server/features/accounts/activity/activity-recorder.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { isApiPath } from '#server/http/api-path.ts'
import { isRead } from '#server/http/origin.ts'
import { addressKey } from '#server/http/rates/rate-limits.ts'
import type { Identity } from '#server/realtime/connection.ts'
import type { Sockets } from '#server/realtime/sockets.ts'
import {
  MAX_SESSIONS,
  deleteOldestSessions,
  deleteSession,
  extendSession,
  lockActiveUser,
  insertSession,
} from './queries.ts'
import type { SessionCache } from './session-cache.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Milliseconds from the last extension of a session to its expiry. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS
const SESSION_COOKIE = 'creative-wave'
/** A random id of a browser, for limits and view counts; does not identify a user. */
export const VISITOR_COOKIE = 'visitor'
/** Stored characters of the `User-Agent` header. */
const MAX_USER_AGENT_LENGTH = 300

declare module 'fastify' {
  interface FastifyRequest {
    /** The primary key of the session's row: the hash of the id in the cookie. Null for visitors. */
    sessionId: string | null
  }
  interface FastifyReply {
    /**
     * Signs the browser in with a new session id each time, which prevents session fixation. Ends the browser's
     * previous session and the user's oldest sessions beyond `MAX_SESSIONS`. Throws 401 `wrong_credentials` when the
     * user's password hash is no longer `passwordHash`.
     */
    beginSession(userId: string, passwordHash?: string): Promise<void>
    endSession(): Promise<void>
  }
}

type Options = {
  activity: ActivityRecorder
  db: Db
  sessionCache: SessionCache
  sockets: Sockets
  secret: string
  secure: boolean
}

/**
 * Sets `request.user` from the session on every route of its scope. Visitors get no row and no cookie; a user's session
 * is extended at most once a day.
 */
export const sessions = fastifyPlugin<Options>(async (app, options) => {
  const { activity, db, sessionCache, secret } = options
  await app.register(cookie, { secret })
  app.decorateRequest('user', null)
  app.decorateRequest('timedOutUntil', null)
  app.decorateRequest('sessionId', null)
  decorateReplies(app, options)
  app.addHook('onRequest', async (request, reply) => {
    const signed = request.cookies[SESSION_COOKIE]
    if (signed === undefined) return
    const { value } = app.unsignCookie(signed)
    const sid = value === null ? null : hashSessionId(value)
    const session = sid === null ? undefined : await sessionCache.findSession(sid)
    if (sid === null || !session) {
      // Not in responses of the API: a call sent before a new sign-in may return after it and clear the new cookie.
      if (!isApiPath(request.url)) reply.clearCookie(SESSION_COOKIE, { path: '/' })
      return
    }
    const user = await sessionCache.findUser(session.userId)
    if (!user) return
    if (isForAnotherUser(request, user.id)) throw unauthorized()
    request.user = { id: user.id, role: user.role }
    request.timedOutUntil = user.timedOutUntil
    request.language = user.language
    request.sessionId = sid
    activity.record(user.id)
    if (session.expire.getTime() >= Date.now() + SESSION_LIFETIME_MS - DAY_MS) return
    const expires = new Date(Date.now() + SESSION_LIFETIME_MS)
    await extendSession(db, sid, expires)
    sessionCache.invalidateSession(sid)
    setCookie(reply, signed, expires, options)
  })
  // The user's next call must see this change, even before the database's notification has arrived.
  app.addHook('onSend', async (request) => {
    const mayChangeUser = !isRead(request) && !request.routeOptions.config.keepsUserCache
    if (request.user && mayChangeUser) sessionCache.invalidateUser(request.user.id)
  })
})

/** True for a write from a page that was rendered for another user: the browser has signed in again since. */
function isForAnotherUser(request: FastifyRequest, id: string): boolean {
  const pageUserId = request.headers[USER_ID_HEADER]
  return !isRead(request) && pageUserId !== undefined && pageUserId !== id
}

function decorateReplies(app: FastifyInstance, options: Options): void {
  const { db } = options
  app.decorateReply('beginSession', async function (this: FastifyReply, userId, passwordHash) {
    const value = randomBytes(24).toString('base64url')
    const expires = new Date(Date.now() + SESSION_LIFETIME_MS)
    const userAgent = (this.request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH)
    const sess = { userId, userAgent, createdAt: new Date().toISOString() }
    const ended = await db.transaction(async (tx) => {
      // Waits for a concurrent password change, which ends only the sessions that exist by then.
      if (!(await lockActiveUser(tx, userId, passwordHash)))
        throw new HttpError(401, 'wrong_credentials', 'errors.wrongCredentials')
      const { sessionId } = this.request
      if (sessionId !== null) await deleteSession(tx, sessionId)
      const oldest = await deleteOldestSessions(tx, userId, MAX_SESSIONS - 1)
      await insertSession(tx, hashSessionId(value), sess, expires)
      return sessionId === null ? oldest : [sessionId, ...oldest]
    })
    closeEndedSessions(this, ended, options)
    options.sessionCache.invalidateUser(userId)
    options.activity.record(userId)
    setCookie(this, app.signCookie(value), expires, options)
  })
  app.decorateReply('endSession', async function (this: FastifyReply) {
    const { sessionId } = this.request
    if (sessionId !== null) {
      await deleteSession(db, sessionId)
      closeEndedSessions(this, [sessionId], options)
    }
    this.clearCookie(SESSION_COOKIE, { path: '/' })
  })
}

/** Closes the sockets of ended sessions after the response, so that their pages reconnect with the new cookie. */
function closeEndedSessions(
  reply: FastifyReply,
  ended: readonly string[],
  { sessionCache, sockets }: Options,
): void {
  for (const sid of ended) sessionCache.invalidateSession(sid)
  // `finished` also fires when the browser aborts the response.
  finished(reply.raw, () => {
    const hasEnded = ({ sessionId }: Identity) => sessionId !== null && ended.includes(sessionId)
    sockets.closeWhere(hasEnded, CLOSE_CODES.signedOut, 'signed out')
  })
}

function setCookie(reply: FastifyReply, signed: string, expires: Date, { secure }: Options): void {
  reply.setCookie(SESSION_COOKIE, signed, { path: '/', httpOnly: true, sameSite: 'lax', secure, expires })
}

function hashSessionId(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

/** Returns the identity of a socket from the session of its upgrade request. */
export function identify(request: FastifyRequest): Identity {
  return {
    user: request.user,
    visitorId: id.safeParse(request.cookies[VISITOR_COOKIE]).data ?? null,
    sessionId: request.sessionId,
    address: addressKey(request.ip),
    userAgent: request.headers['user-agent'] ?? null,
  }
}
