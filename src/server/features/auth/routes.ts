import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getCurrentUser, register, returnTo, signIn } from '#shared/auth.ts'
import { CLOSE_CODES } from '#shared/constants.ts'
import type { Context, Feature } from '#server/feature.ts'
import { presentOwnUser } from '#server/features/users/present-user.ts'
import { findUserById } from '#server/features/users/queries.ts'
import { unauthorized } from '#server/http/errors.ts'
import { navigation } from '#server/http/navigation.ts'
import { addressKey, rateOf } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { type FirstAdmin, isFromThisMachine } from './first-admin.ts'
import { deleteExpiredSessions } from './queries.ts'
import { registerMember } from './register-member.ts'
import { hashSid } from './session-store.ts'
import { SESSION_COOKIE } from './sessions.ts'
import { signInMember } from './sign-in.ts'
import { watchMembers } from './watch-members.ts'

/** Characters of a browser's name for itself that are kept. */
const USER_AGENT = 300
const HOUR = 60 * 60 * 1000
const REGISTRATIONS = rateOf('registrations')

export const auth = (gate: FirstAdmin): Feature => ({
  name: 'auth',
  register(app, context) {
    mountRegister(app, context, gate)
    mountSignIn(app, context)
    mountCurrentUser(app, context)
    mountNavigations(app, context)
    const timer = setInterval(() => {
      deleteExpiredSessions(context.db).catch((error: unknown) =>
        context.log.warn({ err: error }, 'sessions were not swept'),
      )
    }, HOUR)
    const stopWatching = watchMembers(context)
    return () => {
      clearInterval(timer)
      stopWatching()
    }
  },
})

function mountRegister(
  app: FastifyInstance,
  { db, limits, config, settings }: Context,
  gate: FirstAdmin,
): void {
  route(app, register, async ({ body, request }) => {
    await limits.take(REGISTRATIONS, addressKey(request.ip))
    const user = await registerMember(db, body, {
      isOpen: settings.get('general.signUpOpen'),
      fromThisMachine: isFromThisMachine(request, config.publicUrl),
      gate,
    })
    await beginSession(request, user.id)
    return presentOwnUser(user)
  })
}

function mountSignIn(app: FastifyInstance, { db, limits }: Context): void {
  route(app, signIn, async ({ body, request }) => {
    const user = await signInMember({ db, limits }, body, addressKey(request.ip))
    await beginSession(request, user.id)
    return presentOwnUser(user)
  })
}

function mountCurrentUser(app: FastifyInstance, { db }: Context): void {
  route(app, getCurrentUser, async ({ user }) => {
    const row = await findUserById(db, user.id)
    if (!row) throw unauthorized()
    return presentOwnUser(row)
  })
}

function mountNavigations(app: FastifyInstance, { sockets }: Context): void {
  navigation(app, '/api/login', async (request, reply) => {
    const wish = returnTo.safeParse(query(request, 'returnTo'))
    return reply.redirect(
      wish.success ? `/auth/login?returnTo=${encodeURIComponent(wish.data)}` : '/auth/login',
    )
  })
  // A GET, as browsers navigate to it; an image or script on another page must not sign a member out.
  navigation(app, '/api/logout', async (request, reply) => {
    const { 'sec-fetch-dest': destination, 'sec-purpose': guess } = request.headers
    if ((destination !== undefined && destination !== 'document') || guess !== undefined)
      return reply.code(204).send()
    const sessionId = hashSid(request.session.sessionId)
    if (request.user) await request.session.destroy()
    reply.clearCookie(SESSION_COOKIE, { path: '/' })
    sockets.closeWhere((identity) => identity.sessionId === sessionId, CLOSE_CODES.signedOut, 'signed out')
    return reply.redirect('/')
  })
}

/** A new session id at every sign-in, so that one planted before is worth nothing. */
async function beginSession(request: FastifyRequest, userId: string): Promise<void> {
  await request.session.regenerate()
  request.session.userId = userId
  request.session.userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT)
  request.session.createdAt = new Date().toISOString()
}

function query(request: FastifyRequest, name: string): unknown {
  // Boundary: Fastify parses every query string into an object.
  return (request.query as Record<string, unknown>)[name]
}
