import { createHash, randomBytes } from 'node:crypto'
import { finished } from 'node:stream'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CLOSE_CODES, MEMBER_HEADER } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { isApiPath } from '#server/http/api-path.ts'
import { isRead } from '#server/http/origin.ts'
import { addressKey } from '#server/http/rate-limits.ts'
import type { Identity } from '#server/realtime/connection.ts'
import type { Sockets } from '#server/realtime/sockets.ts'
import {
  MAX_SESSIONS,
  deleteOldestSessions,
  deleteSession,
  extendSession,
  lockUser,
  insertSession,
} from './queries.ts'
import type { SessionCache } from './session-cache.ts'

const DAY = 24 * 60 * 60 * 1000
/** How long a session holds after it was extended last, in ms. */
export const LIFETIME = 30 * DAY
const SESSION_COOKIE = 'creative-wave'
/** Marks a visitor's browser for limits and view counts; says nothing about who it is. */
export const VISITOR_COOKIE = 'visitor'
/** Characters of a browser's name for itself that are kept. */
const USER_AGENT = 300

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the member's session, as the table has it: the hash of what the cookie holds. Null for visitors. */
    sessionId: string | null
  }
  interface FastifyReply {
    /**
     * Signs the browser in, with a new session at every sign-in: an id planted before is worth nothing. The browser's
     * session before and the member's oldest beyond a hundred end. Throws 401 `wrong_credentials` when the member's
     * password is no longer the one of this hash.
     */
    beginSession(userId: string, passwordHash?: string): Promise<void>
    endSession(): Promise<void>
  }
}

type Options = { db: Db; sessionCache: SessionCache; sockets: Sockets; secret: string; secure: boolean }

/**
 * Sets `request.user` from the session on every route of the scope that it is registered in. Visitors get no row and
 * no cookie; a member's session is extended at most once a day.
 */
export const sessions = fastifyPlugin<Options>(async (app, options) => {
  const { db, sessionCache, secret } = options
  await app.register(cookie, { secret })
  app.decorateRequest('user', null)
  app.decorateRequest('sessionId', null)
  decorateReplies(app, options)
  app.addHook('onRequest', async (request, reply) => {
    const signed = request.cookies[SESSION_COOKIE]
    if (signed === undefined) return
    const { value } = app.unsignCookie(signed)
    const sid = value === null ? null : hashOf(value)
    const session = sid === null ? undefined : await sessionCache.session(sid)
    if (sid === null || !session) {
      // Not in answer to a call, which may have left before this browser's next sign-in and be answered after it.
      if (!isApiPath(request.url)) reply.clearCookie(SESSION_COOKIE, { path: '/' })
      return
    }
    const member = await sessionCache.member(session.userId)
    if (!member) return
    if (isOfAnother(request, member.id)) throw unauthorized()
    request.user = { id: member.id, role: member.role }
    request.language = member.language
    request.sessionId = sid
    if (session.expire.getTime() >= Date.now() + LIFETIME - DAY) return
    const expires = new Date(Date.now() + LIFETIME)
    await extendSession(db, sid, expires)
    sessionCache.forgetSession(sid)
    setCookie(reply, signed, expires, options)
  })
  // What a member changes of itself is seen by its next call, however soon that is.
  app.addHook('onSend', async (request) => {
    const mayChange = !isRead(request) && !request.routeOptions.config.keepsUserCache
    if (request.user && mayChange) sessionCache.forgetMember(request.user.id)
  })
})

/** True for a change that a page asks for which shows another member, whom this browser was signed in as before. */
function isOfAnother(request: FastifyRequest, id: string): boolean {
  const shown = request.headers[MEMBER_HEADER]
  return !isRead(request) && shown !== undefined && shown !== id
}

function decorateReplies(app: FastifyInstance, options: Options): void {
  const { db } = options
  app.decorateReply('beginSession', async function (this: FastifyReply, userId, passwordHash) {
    const value = randomBytes(24).toString('base64url')
    const expires = new Date(Date.now() + LIFETIME)
    const userAgent = (this.request.headers['user-agent'] ?? '').slice(0, USER_AGENT)
    const sess = { userId, userAgent, createdAt: new Date().toISOString() }
    const ended = await db.transaction(async (tx) => {
      // Waits for a change of the password that is under way, which ends the sessions that it finds.
      if (!(await lockUser(tx, userId, passwordHash)))
        throw new HttpError(401, 'wrong_credentials', 'errors.wrongCredentials')
      const { sessionId } = this.request
      if (sessionId !== null) await deleteSession(tx, sessionId)
      const oldest = await deleteOldestSessions(tx, userId, MAX_SESSIONS - 1)
      await insertSession(tx, hashOf(value), sess, expires)
      return sessionId === null ? oldest : [sessionId, ...oldest]
    })
    forget(this, ended, options)
    options.sessionCache.forgetMember(userId)
    setCookie(this, app.signCookie(value), expires, options)
  })
  app.decorateReply('endSession', async function (this: FastifyReply) {
    const { sessionId } = this.request
    if (sessionId !== null) {
      await deleteSession(db, sessionId)
      forget(this, [sessionId], options)
    }
    this.clearCookie(SESSION_COOKIE, { path: '/' })
  })
}

/** Ended sessions lose their sockets, once the browser has the cookie with which their pages ask who is there. */
function forget(reply: FastifyReply, ended: readonly string[], { sessionCache, sockets }: Options): void {
  for (const sid of ended) sessionCache.forgetSession(sid)
  // Also for a browser that did not wait for it.
  finished(reply.raw, () => {
    const hasEnded = ({ sessionId }: Identity) => sessionId !== null && ended.includes(sessionId)
    sockets.closeWhere(hasEnded, CLOSE_CODES.signedOut, 'signed out')
  })
}

function setCookie(reply: FastifyReply, signed: string, expires: Date, { secure }: Options): void {
  reply.setCookie(SESSION_COOKIE, signed, { path: '/', httpOnly: true, sameSite: 'lax', secure, expires })
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

/** Who a socket belongs to: the session that its upgrade request carried. */
export function identify(request: FastifyRequest): Identity {
  return {
    user: request.user,
    visitor: id.safeParse(request.cookies[VISITOR_COOKIE]).data ?? null,
    sessionId: request.sessionId,
    address: addressKey(request.ip),
    userAgent: request.headers['user-agent'] ?? null,
  }
}
