import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import { addressKey } from '#server/http/rate-limits.ts'
import type { Identity } from '#server/realtime/connection.ts'
import { createSessionStore, hashSid } from './session-store.ts'

const DAY = 24 * 60 * 60 * 1000
/** How long a session holds after it was extended last, in ms. */
export const LIFETIME = 30 * DAY
export const SESSION_COOKIE = 'creative-wave'
/** Marks a visitor's browser for limits and view counts; says nothing about who it is. */
export const VISITOR_COOKIE = 'visitor'

type Options = { db: Db; secret: string; secure: boolean }

/**
 * Sets `request.user` from the session on every route of the scope that it is registered in.
 * Visitors get no row and no cookie; a member's session is extended at most once a day.
 */
export const sessions = fastifyPlugin<Options>(async (app, { db, secret, secure }) => {
  await app.register(cookie, { secret })
  await app.register(session, {
    secret,
    cookieName: SESSION_COOKIE,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: LIFETIME },
    store: createSessionStore(db),
    saveUninitialized: false,
    rolling: false,
  })
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request) => {
    const { session: current } = request
    request.user = current.member ?? null
    const { endsAt } = current
    if (request.user && endsAt !== undefined && endsAt < Date.now() + LIFETIME - DAY) {
      current.touch()
      current.touchedAt = new Date().toISOString()
    }
  })
})

/** Who a socket belongs to: the session that its upgrade request carried. */
export function identify(request: FastifyRequest): Identity {
  return {
    user: request.user,
    visitor: id.safeParse(request.cookies[VISITOR_COOKIE]).data ?? null,
    sessionId: request.user && hashSid(request.session.sessionId),
    address: addressKey(request.ip),
    userAgent: request.headers['user-agent'] ?? null,
  }
}
